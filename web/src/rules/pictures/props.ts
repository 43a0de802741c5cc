import type { Params } from "../../lib/i18n.svelte";
import type { Board, Colour } from "../../wire";
import type { Name } from "../../parts/Icon.svelte";
import type { Say } from "../words";

/** What every picture is given; each draws what it needs of the board. */
export interface PictureProps {
  readonly number: string;
  readonly say: Say;
  readonly board: Board;
  readonly known: Params;
}

/** The symbol that goes with each colour of the track. */
export const SYMBOLS: Readonly<Record<Colour, Name>> = { gold: "sun", red: "diamond", green: "leaf" };

export function colourOf(board: Board, box: number): Colour {
  return box === 0 ? "red" : board.track[(box - 1) % board.track.length]!;
}
