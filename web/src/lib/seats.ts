// Who sits where: colour, symbol, letter and name, for every component below a table.
import { getContext, setContext } from "svelte";

import type { SeatColour, SeatInfo } from "../wire";

const KEY = Symbol("seats");
export const COLOURS: readonly SeatColour[] = ["jade", "maize", "indigo", "chili", "plum"];

export type Seats = (seat: number) => SeatInfo;

export function provideSeats(seats: () => readonly SeatInfo[] | undefined): void {
  setContext(KEY, ((seat) => seats()?.[seat] ?? stranger(seat)) satisfies Seats);
}

export function useSeats(): Seats {
  return getContext<Seats | undefined>(KEY) ?? stranger;
}

function stranger(seat: number): SeatInfo {
  return { kind: "empty", name: "", colour: COLOURS[seat % COLOURS.length]!, bot: null, held: false, ready: false, kept_for: "" };
}
