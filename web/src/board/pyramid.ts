// The pyramid by rows, from the bottom.
import type { Picture } from "../picture";

export interface PyramidRow {
  readonly row: number;
  readonly bonus: number;
  readonly stones: readonly (number | null)[];
}

export function rows({ board, pyramid }: Picture): PyramidRow[] {
  let start = 0;
  return board.pyramid.map(({ boxes, bonus }, row) => {
    const stones = Array.from({ length: boxes }, (_, i) => pyramid[start + i] ?? null);
    start += boxes;
    return { row, bonus, stones };
  });
}
