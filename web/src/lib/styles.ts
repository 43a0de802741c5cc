// What a bot of the lower levels likes, by its seat: src/chocolatl/bots/person_bot.py.
export const STYLES = ["builder", "gambler", "miser", "runner"] as const;
const LIKE_PEOPLE: ReadonlySet<string> = new Set(["newcomer", "easy", "medium"]);

/** Null for a person, and for a bot that likes nothing in particular. */
export function styleOf(level: string | null | undefined, seat: number): (typeof STYLES)[number] | null {
  return level && LIKE_PEOPLE.has(level) ? STYLES[seat % STYLES.length]! : null;
}
