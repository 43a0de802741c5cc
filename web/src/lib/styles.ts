// What a bot of the lower levels likes, by its place in the first stack of markers: src/chocolatl/bots/person_bot.py.
import type { Event } from "../wire";

export const STYLES = ["builder", "gambler", "miser", "runner"] as const;
const LIKE_PEOPLE: ReadonlySet<string> = new Set(["newcomer", "easy", "medium"]);

/** Null for a person, and for a bot that likes nothing in particular. */
export function styleOf(
  level: string | null | undefined,
  seat: number,
  first: Event | undefined,
): (typeof STYLES)[number] | null {
  if (!level || !LIKE_PEOPLE.has(level) || first?.event !== "started") return null;
  return STYLES[first.line.indexOf(seat) % STYLES.length] ?? null;
}
