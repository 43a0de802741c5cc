// What rolling can change, from the ways the server has counted. No rules here: ranks are the server's.
import type { RollOrPass } from "../wire";

export interface Outlook {
  /** My rank as it stands, from 0. */
  readonly now: number;
  /** For one die, two dice…: the share of each rank. */
  readonly bars: readonly (readonly number[])[];
  /** For one die: the faces that give each rank, as `4–6`; more is never worse, so the best rank has the highest faces. */
  readonly faces: readonly string[];
  /** Some roll gives a better rank. */
  readonly worth: boolean;
  /** No number of my dice changes my rank. */
  readonly idle: boolean;
}

export function outlook({ ranking, ways }: RollOrPass, seat: number): Outlook {
  const now = ranking.findIndex((line) => line.seat === seat);
  const bars = ways.map((counts) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count) => count / all);
  });
  const worth = bars.some((shares) => shares.some((share, rank) => rank < now && share > 0));
  const idle = bars.length > 0 && bars.every((shares) => shares[now] === 1);
  return { now, bars, faces: facesOf(ways[0] ?? []), worth, idle };
}

function facesOf(counts: readonly number[]): string[] {
  let high = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => {
    const [low, top] = [high - count + 1, high];
    high -= count;
    return count === 0 ? "" : low === top ? `${low}` : `${low}–${top}`;
  });
}

/** Not worth a question: nothing that I roll changes my place. At the pyramid the distance counts too, so there it is asked. */
export function pointless(question: RollOrPass, seat: number): boolean {
  return question.location !== "pyramid" && outlook(question, seat).idle;
}
