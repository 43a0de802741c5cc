// Where a box of the score track lies: round the edge, clockwise from the bottom right, like the locations.
export const BOXES = 60;
export const WIDE = { columns: 20, rows: 12 } as const;
export const TALL = { columns: 14, rows: 18 } as const;

type Size = { readonly columns: number; readonly rows: number };

/** Column and row of a box, from 0; the way round begins again after the last box. */
export function spot(box: number, { columns, rows }: Size): { x: number; y: number } {
  const n = box % BOXES;
  const [right, bottom] = [columns - 1, rows - 1];
  if (n <= right) return { x: right - n, y: bottom };
  if (n <= right + bottom) return { x: 0, y: bottom - (n - right) };
  if (n <= 2 * right + bottom) return { x: n - right - bottom, y: 0 };
  return { x: right, y: n - 2 * right - bottom };
}
