// A fair match: the level of the bots by how the last game went. Kept in this browser, sent nowhere.
import { load, save } from "./settings.svelte";

const KEY = "chocolatl.results";
const KEPT = 50;
const START = "medium";
/** Until the server has said which levels it has. */
export const LADDER: readonly string[] = ["newcomer", "easy", "medium", "hard", "master"];

/** How a game against bots ended for the person here. */
export interface Result {
  readonly table: string;
  /** The level of its bots. */
  readonly level: string;
  readonly end: "won" | "between" | "last";
}

/** One level up after a win, one down after a last place. `levels`: from the weakest to the strongest. */
export function fairLevel(results: readonly Result[], levels: readonly string[]): string {
  const latest = results.findLast(({ level }) => levels.includes(level));
  if (!latest) return levels.includes(START) ? START : (levels[0] ?? START);
  const step = { won: 1, between: 0, last: -1 }[latest.end];
  const at = levels.indexOf(latest.level) + step;
  return levels[Math.min(Math.max(at, 0), levels.length - 1)]!;
}

/** The same game counts once, however often its end is looked at. */
export function withResult(results: readonly Result[], result: Result): readonly Result[] {
  return results.some(({ table }) => table === result.table) ? results : [...results, result].slice(-KEPT);
}

/** `bots`: the levels of all other seats, null for a person; a game with people says nothing about bots. */
export function resultOf(table: string, bots: readonly (string | null)[], rank: number): Result | null {
  const [level] = bots;
  if (!level || bots.some((other) => other !== level)) return null;
  return { table, level, end: rank === 0 ? "won" : rank === bots.length ? "last" : "between" };
}

export function results(): readonly Result[] {
  const kept = load(KEY);
  return Array.isArray(kept) ? kept.filter(isResult) : [];
}

export function remember(result: Result | null): void {
  if (result) save(KEY, withResult(results(), result));
}

/** What is stored may be older than this program, or have been edited. */
function isResult(value: unknown): value is Result {
  const { table, level, end } = (value ?? {}) as Partial<Result>;
  return typeof table === "string" && typeof level === "string" && ["won", "between", "last"].includes(end as string);
}
