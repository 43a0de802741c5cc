// Under which addresses others can open this server: what an invitation may show.
import type { Reach } from "../wire";
import { api } from "./api";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

export function isHere(host: string): boolean {
  return HERE.includes(host);
}

/** Addresses to invite with, best first; none: only this machine can open the page. */
export function bases(reach: Reach | null, origin: string, host: string): readonly string[] {
  const known = reach?.addresses ?? [];
  return isHere(host) ? known : [...new Set([...known.filter((one) => one.startsWith("https:")), origin, ...known])];
}

/** Whether the server has reached itself there; null: nobody has tried. It tries the networks of its machine, for whoever sits there. */
export function answers(reach: Reach | null, base: string | null): boolean | null {
  if (!reach?.may_switch || base === null || !reach.addresses.includes(base)) return null;
  return reach.tested.includes(base);
}

export class Reachable {
  reach = $state.raw<Reach | null>(null);
  error = $state.raw<unknown>(null);
  /** The address that somebody has chosen of several. */
  chosen = $state<string | null>(null);

  constructor() {
    void api.reach().then(
      (known) => (this.reach = known),
      () => {},
    );
  }

  get bases(): readonly string[] {
    return bases(this.reach, location.origin, location.hostname);
  }

  get base(): string | null {
    const all = this.bases;
    return this.chosen !== null && all.includes(this.chosen) ? this.chosen : (all[0] ?? null);
  }

  get answers(): boolean | null {
    return answers(this.reach, this.base);
  }

  async open(lan: boolean): Promise<void> {
    this.error = null;
    await api.setReach(lan).then(
      (known) => (this.reach = known),
      (problem: unknown) => (this.error = problem),
    );
  }
}
