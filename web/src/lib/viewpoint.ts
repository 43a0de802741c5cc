// Whose eyes a replay is seen with: a seat's, a spectator's, or with all cards open.
import { foldAll, type Picture } from "../picture";
import type { Event } from "../wire";

export interface Viewpoint {
  readonly picture: Picture;
  readonly events: readonly Event[];
  /** Every seat's laid cards by place, when all is open. */
  readonly open: readonly (readonly (readonly number[])[])[] | null;
}

export type Eyes = "mine" | "all" | number;

/** One seat's table, from the full record: the fold takes only that seat's own secrets. */
export function through(events: readonly Event[], at: number, seat: number | null): Viewpoint {
  return { picture: foldAll(events.slice(0, at), seat)!, events, open: null };
}

/** The table after so many events of the full record, with every seat's cards face up. */
export function allOpen(events: readonly Event[], at: number, seat: number | null): Viewpoint {
  const past = events.slice(0, at);
  const picture = foldAll(past, seat)!;
  const seats = picture.players.map((_, other) => foldAll(past, other)!.own!);
  const players = picture.players.map((player, other) => ({ ...player, sacrifice: seats[other]!.sacrifice }));
  return { picture: { ...picture, players }, events, open: seats.map((own) => own.laid) };
}
