// Where things lie on the board, in the units of its drawing. A place is one group that both boards use.
import { TALL_BOARD, WIDE_BOARD } from "./frame";
import type { Location } from "../wire";

export interface Spot {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly columns: number;
  readonly rows: number;
}
export interface Layout {
  readonly name: "wide" | "tall";
  readonly width: number;
  readonly height: number;
  readonly boxes: Size;
  readonly places: Readonly<Record<Location, Spot>>;
  readonly altar: Spot & { readonly w: number };
}

export const BOXES = 60;
export const RIM = 44;

export const WIDE: Layout = {
  name: "wide",
  ...WIDE_BOARD,
  boxes: { columns: 21, rows: 11 },
  places: {
    temple: { x: 50, y: 68 },
    plantation: { x: 380, y: 96 },
    city: { x: 738, y: 106 },
    pyramid: { x: 78, y: 366 },
    drink: { x: 428, y: 362 },
    ball_court: { x: 734, y: 366 },
  },
  altar: { x: 424, y: 276, w: 262 },
};
export const TALL: Layout = {
  name: "tall",
  ...TALL_BOARD,
  boxes: { columns: 15, rows: 17 },
  places: {
    temple: { x: 52, y: 62 },
    plantation: { x: 384, y: 90 },
    city: { x: 56, y: 318 },
    pyramid: { x: 352, y: 322 },
    drink: { x: 66, y: 508 },
    ball_court: { x: 370, y: 490 },
  },
  altar: { x: 420, y: 266, w: 216 },
};

/** Name board and two slots, from the place's corner. */
export const SLAB: Readonly<Record<Location, Spot>> = {
  temple: { x: 202, y: 54 },
  plantation: { x: 186, y: 26 },
  city: { x: 198, y: 16 },
  pyramid: { x: 222, y: 30 },
  drink: { x: 186, y: 34 },
  ball_court: { x: 204, y: 30 },
};

/** Centre of a box: round the edge, clockwise from the bottom right; the way round begins again after the last box. */
export function centre(box: number, { width, height, boxes }: Layout): Spot {
  const { x, y } = spot(box, boxes);
  const [right, bottom] = [(width - RIM) / (boxes.columns - 1), (height - RIM) / (boxes.rows - 1)];
  return { x: RIM / 2 + x * right, y: RIM / 2 + y * bottom };
}

/** Column and row of a box, from 0. */
export function spot(box: number, { columns, rows }: Size): Spot {
  const n = box % BOXES;
  const [right, bottom] = [columns - 1, rows - 1];
  if (n <= right) return { x: right - n, y: bottom };
  if (n <= right + bottom) return { x: 0, y: bottom - (n - right) };
  if (n <= 2 * right + bottom) return { x: n - right - bottom, y: 0 };
  return { x: right, y: n - 2 * right - bottom };
}

/** From the middle of a box towards the middle of the board: markers stand on the inner half. */
export function inward(box: number, { boxes }: Layout): Spot {
  const { x, y } = spot(box, boxes);
  return { x: x === 0 ? 1 : x === boxes.columns - 1 ? -1 : 0, y: y === 0 ? 1 : y === boxes.rows - 1 ? -1 : 0 };
}
