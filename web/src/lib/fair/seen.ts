// What this browser was shown of a table's draw, kept from the first time it was shown: the page trusts this, not the server.
import type { DrawKind } from "../../wire";
import { load, save } from "../settings.svelte";

/** Why the dice cannot be trusted. Each has its sentence in the catalogue: `fair.why.*`. */
export type Trouble =
  | "key_changed" // the hash of the key was exchanged
  | "list_changed" // commitments or kinds were exchanged after the lock
  | "attempt_dropped" // an attempt vanished, or the count does not fit
  | "restarted" // the game had begun, and the server began again
  | "blamed" // the server took our nonce, and then said that we did not open
  | "left_out" // we had committed, and the server drew without us
  | "nonce_changed" // the game began with another nonce of ours
  | "nonce_unfit" // a nonce is not the one its seat had committed to
  | "key_unfit" // the key is not the one that was promised
  | "key_reused" // a key that had been published
  | "draw_missing"; // the draw that we took part in is not told

export interface Attempt {
  readonly attempt: number;
  readonly key_commitment: string;
  /** My seat when I committed, my nonce and its hash. */
  readonly seat: number | null;
  readonly nonce: string | null;
  readonly commitment: string | null;
  /** The server has shown my commitment to all. */
  readonly shown: boolean;
  /** As it was when the table was locked. */
  readonly kinds: readonly DrawKind[] | null;
  readonly commitments: readonly string[] | null;
  /** I have sent my nonce; the server has said that it took it. */
  readonly opened: boolean;
  readonly taken: boolean;
}

/** What `chocolatl verify --seen` reads. */
export interface Seen {
  readonly format: "chocolatl-seen/1";
  readonly table: string;
  readonly attempts: readonly Attempt[];
  /** The attempt that the game began with. */
  readonly begun: number | null;
  readonly trouble: Trouble | null;
  readonly at: number;
}

const PREFIX = "chocolatl.draw.";
const KEPT = 100;

export function newSeen(table: string): Seen {
  return { format: "chocolatl-seen/1", table, attempts: [], begun: null, trouble: null, at: Date.now() };
}

export function newAttempt(attempt: number, key_commitment: string): Attempt {
  return {
    attempt,
    key_commitment,
    seat: null,
    nonce: null,
    commitment: null,
    shown: false,
    kinds: null,
    commitments: null,
    opened: false,
    taken: false,
  };
}

export function attemptOf(seen: Seen, attempt: number): Attempt | undefined {
  return seen.attempts.find((one) => one.attempt === attempt);
}

export function withAttempt(seen: Seen, changed: Attempt): Seen {
  const others = seen.attempts.filter((one) => one.attempt !== changed.attempt);
  return { ...seen, attempts: [...others, changed].sort((a, b) => a.attempt - b.attempt) };
}

/** Read again every time: another tab of this browser may have written. */
export function recall(table: string, store: Storage = localStorage): Seen | null {
  const found = load(PREFIX + table, store) as Seen | null;
  return found?.format === "chocolatl-seen/1" && found.table === table ? found : null;
}

export function remember(seen: Seen, store: Storage = localStorage): void {
  if (recall(seen.table, store) === null) forgetOldest(store);
  save(PREFIX + seen.table, seen, store);
}

function forgetOldest(store: Storage): void {
  try {
    const keys = Object.keys(store).filter((key) => key.startsWith(PREFIX));
    const aged = keys.map((key) => ({ key, at: (load(key, store) as Seen | null)?.at ?? 0 })).sort((a, b) => b.at - a.at);
    for (const { key } of aged.slice(KEPT - 1)) store.removeItem(key);
  } catch {
    /* a browser that keeps nothing has nothing to forget */
  }
}
