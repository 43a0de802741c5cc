// What is known of a sacrifice: one's own, and others' once all their other cards have been seen or the altar is open.
import type { Picture } from "../picture";

export function known(picture: Picture, seat: number): number | null {
  return (seat === picture.seat ? picture.own?.sacrifice : null) ?? picture.players[seat]!.sacrifice;
}

export function given(picture: Picture, seat: number): boolean {
  return (
    picture.round > 0 || known(picture, seat) !== null || (picture.asked?.kind === "sacrifice" && picture.players[seat]!.answered)
  );
}
