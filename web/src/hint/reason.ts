// Why a candidate: what it does more often than another one, and what it gives up, from the chances at each location.
import { outlook } from "../ask/roll";
import type { Action, Candidate, Location, PlaceChance, Question } from "../wire";

/** Smaller changes are not told: a chance of 300 sampled rounds has a standard error of up to 0.03. */
export const LEAST_CHANCE = 0.08;
export const LEAST_POINTS = 0.5;
/** In games of a hundred. */
export const LEAST_WINS = 2;

/** In how many of ten cases a candidate comes first or last at a location, and in how many the other one does. */
export interface Fact {
  readonly rank: "first" | "last";
  readonly location: Location;
  /** The sum of the cards laid there; null at a location of which nothing is asked yet. */
  readonly sum: number | null;
  readonly often: number;
  readonly instead: number;
}

export type Reason =
  | { readonly kind: "places"; readonly gain: Fact | null; readonly cost: Fact | null }
  | { readonly kind: "points"; readonly points: number; readonly instead: number }
  | { readonly kind: "roll"; readonly better: number }
  | { readonly kind: "wins"; readonly n: number }
  | { readonly kind: "alike" };

/** A candidate beside another one. `locations`: those that the cards of a bid are laid at. */
export function reason(one: Candidate, other: Candidate, locations: readonly Location[]): Reason {
  const [gain, cost] = gainAndCost(one, other, locations);
  if (gain || cost) return { kind: "places", gain, cost };
  if (
    one.answer.do === "lay" &&
    one.points !== null &&
    other.points !== null &&
    Math.abs(one.points - other.points) >= LEAST_POINTS
  )
    return { kind: "points", points: one.points, instead: other.points };
  const n = Math.round(one.share * 100) - Math.round(other.share * 100);
  return Math.abs(n) >= LEAST_WINS ? { kind: "wins", n } : { kind: "alike" };
}

/** What is laid now explains itself; a location further on is told only as the other side of that. */
function gainAndCost(one: Candidate, other: Candidate, locations: readonly Location[]): [Fact | null, Fact | null] {
  const changes = one.places.flatMap((place) => changesAt(place, one, other, locations));
  const told = [true, false].map((better) => {
    const side = changes.filter((change) => change.better === better);
    const laid = side.filter(({ fact }) => fact.sum !== null);
    return { laid: clearest(laid), any: clearest(laid.length ? laid : side) };
  });
  return told.some(({ laid }) => laid) ? [told[0]!.any, told[1]!.any] : [null, null];
}

/** Rolling has exact odds: how often one die brings a better rank. */
export function rollReason(question: Question | null, seat: number): Reason | null {
  if (question?.ask !== "roll" || !question.ways.length) return null;
  const { now, bars } = outlook(question, seat);
  return { kind: "roll", better: bars[0]!.slice(0, now).reduce((sum, share) => sum + share, 0) };
}

interface Change {
  readonly fact: Fact;
  readonly size: number;
  readonly better: boolean;
}

/** A change counts where more or fewer cards explain it, or where cards are kept for later. */
function changesAt(place: PlaceChance, one: Candidate, other: Candidate, locations: readonly Location[]): Change[] {
  const before = other.places.find(({ location }) => location === place.location);
  if (!before) return [];
  const [sum, rival] = [one, other].map(({ answer }) => laid(answer, locations.indexOf(place.location))) as [number, number];
  return (["first", "last"] as const).flatMap((rank) => {
    const by = place[rank] - before[rank];
    const [often, instead] = [tenths(place[rank]), tenths(before[rank])];
    const better = rank === "first" ? by > 0 : by < 0;
    const explained = Number.isNaN(sum) || (better ? sum > rival : sum < rival);
    if (Math.abs(by) < LEAST_CHANCE || often === instead || !explained) return [];
    const fact = { rank, location: place.location, sum: Number.isNaN(sum) ? null : sum, often, instead };
    return [{ fact, size: Math.abs(by), better }];
  });
}

/** NaN where nothing is laid. */
function laid(answer: Action, at: number): number {
  const cards = answer.do === "lay" ? answer.cards[at] : undefined;
  return cards ? cards.reduce((sum, card) => sum + card, 0) : NaN;
}

/** Coming first before coming last, then the largest change. */
function clearest(changes: readonly Change[]): Fact | null {
  const weight = ({ fact, size }: Change): number => (fact.rank === "first" ? 1 : 0) + size;
  return [...changes].sort((one, other) => weight(other) - weight(one))[0]?.fact ?? null;
}

function tenths(share: number): number {
  return Math.round(share * 10);
}
