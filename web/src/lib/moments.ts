// The moments that decided a game: where the winner gained most on the closest rival, when the lead was taken for good, and close calls.
import type { Event, Location, Ranked, Standing } from "../wire";

/** One location of a round, or the final scoring (no location), and what it did to the scores. */
export interface Stretch {
  readonly round: number;
  readonly location: Location | null;
  /** How many events lead to its end: the position to look at. */
  readonly number: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly ranked: Ranked | null;
}

export type Moment = { readonly round: number; readonly location: Location | null; readonly number: number } & (
  | { readonly kind: "gain" | "loss"; readonly seat: number; readonly other: number; readonly points: number }
  | { readonly kind: "lead"; readonly seat: number }
  | { readonly kind: "close"; readonly first: Standing; readonly second: Standing; readonly margin: number }
);

const SWINGS = 3;
const CLOSE_CALLS = 2;
const LEAST = 3;

export function stretches(events: readonly Event[], players: number): Stretch[] {
  const found: Stretch[] = [];
  let now: readonly number[] = Array.from({ length: players }, () => 0);
  let [round, ended] = [0, false];
  for (const [index, event] of events.entries()) {
    const last = found.at(-1);
    if (event.event === "round_started") [round, ended] = [event.round, false];
    if (event.event === "round_ended") ended = true;
    if (event.event === "ranked")
      found.push({ round, location: event.location, number: index + 1, before: now, after: now, ranked: event });
    if (event.event !== "scored") continue;
    if (ended && last?.location !== null)
      found.push({ round, location: null, number: index, before: now, after: now, ranked: null });
    now = now.map((points, seat) => (seat === event.seat ? event.box : points));
    found.push({ ...found.pop()!, number: index + 1, after: now });
  }
  return found;
}

/** Told in the order in which they happened. */
export function moments(events: readonly Event[], scores: readonly number[], winners: readonly number[]): Moment[] {
  const all = stretches(events, scores.length);
  const winner = winners[0]!;
  const rival = scores
    .map((_, seat) => seat)
    .filter((seat) => seat !== winner)
    .sort((a, b) => scores[b]! - scores[a]!)[0]!;
  const told = [...swings(all, winner, rival), ...lead(all, winner), ...close(all, winners)];
  return unique(told).sort((a, b) => a.number - b.number);
}

/** What a stretch did to the distance between two seats. */
export function swing({ before, after }: Stretch, seat: number, other: number): number {
  return after[seat]! - after[other]! - (before[seat]! - before[other]!);
}

function swings(all: readonly Stretch[], winner: number, rival: number): Moment[] {
  const sized = all
    .map((stretch) => ({ stretch, points: swing(stretch, winner, rival) }))
    .filter(({ points }) => Math.abs(points) >= LEAST);
  const largest = sized.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, SWINGS);
  return largest.map(({ stretch: { round, location, number }, points }) =>
    points > 0
      ? { round, location, number, kind: "gain", seat: winner, other: rival, points }
      : { round, location, number, kind: "loss", seat: rival, other: winner, points: -points },
  );
}

/** The last time the winner went ahead of everybody; nobody did when sacrifices decided. */
function lead(all: readonly Stretch[], winner: number): Moment[] {
  const ahead = (scores: readonly number[]): boolean =>
    scores.every((points, seat) => seat === winner || points < scores[winner]!);
  const taken = all.findLast((stretch) => ahead(stretch.after) && !ahead(stretch.before));
  return taken && ahead(all.at(-1)!.after)
    ? [{ round: taken.round, location: taken.location, number: taken.number, kind: "lead", seat: winner }]
    : [];
}

/** Ties and single points that involved a winner, where most points went over the table. */
function close(all: readonly Stretch[], winners: readonly number[]): Moment[] {
  const found = all.flatMap(({ round, location, number, ranked, before, after }) => {
    const [first, second] = ranked?.ranking ?? [];
    if (!first || !second || first.total - second.total > 1 || ![first, second].some(({ seat }) => winners.includes(seat)))
      return [];
    const paid = after.reduce((sum, points, seat) => sum + Math.abs(points - before[seat]!), 0);
    return [
      { paid, moment: { round, location, number, kind: "close", first, second, margin: first.total - second.total } as const },
    ];
  });
  return found
    .sort((a, b) => b.paid - a.paid)
    .slice(0, CLOSE_CALLS)
    .map(({ moment }) => moment);
}

/** One line for each position; the earlier kind says more. */
function unique(told: readonly Moment[]): Moment[] {
  return told.filter((moment, i) => told.findIndex(({ number }) => number === moment.number) === i);
}
