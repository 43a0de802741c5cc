// What the events of the round say beyond the picture: the rankings so far, and the cards that lie face down.
import type { Picture } from "../picture";
import type { Board, Colour, Event, Location, Standing } from "../wire";

export type Rankings = Partial<Record<Location, readonly Standing[]>>;

/** Every ranking since the round began. */
export function rankings(events: readonly Event[]): Rankings {
  const found: Rankings = {};
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i]!;
    if (event.event === "round_started") break;
    if (event.event === "ranked") found[event.location] ??= event.ranking;
  }
  return found;
}

/** How many cards of everybody lie face down at a place: all lay equally many, so one's own tell. */
export function faceDown(picture: Picture, place: number, seat: number): number {
  const shown = picture.players[seat]!.shown[place]!.length;
  const laid = picture.own ? picture.own.laid[place]!.length : laidByMode(picture, place);
  return Math.max(0, laid - shown);
}

/** A spectator has no cards of their own to go by. */
function laidByMode(picture: Picture, place: number): number {
  const bidding = picture.asked?.kind === "lay";
  if (picture.round === 0 || picture.result || (bidding && picture.mode !== "green")) return 0;
  if (picture.mode === "gold") return 0;
  return bidding ? picture.players[0]!.shown[place]!.length : 2;
}

/** The seat whose marker is furthest ahead; it decides the mode of the next round. */
export function leader(picture: Picture): number {
  const ahead = picture.players[picture.line.at(-1)!]!.box;
  return picture.line.find((seat) => picture.players[seat]!.box === ahead)!;
}

export function colourOf({ track }: Board, box: number): Colour {
  return box === 0 ? "red" : track[(box - 1) % track.length]!;
}

/** What the row of the pyramid pays that is built at. */
export function rowBonus(rows: Board["pyramid"], stones: number): number {
  let below = 0;
  for (const row of rows) if ((below += row.boxes) > stones) return row.bonus;
  return 0;
}
