import { expect, test } from "vitest";

import { BOXES, spot, TALL, WIDE } from "./track";

test.each([WIDE, TALL])("the track goes round the edge once, box beside box", (size) => {
  const spots = Array.from({ length: BOXES }, (_, box) => spot(box, size));
  expect(new Set(spots.map(({ x, y }) => `${x},${y}`)).size).toBe(BOXES);
  for (const [box, { x, y }] of spots.entries()) {
    const next = spot(box + 1, size);
    expect(Math.abs(next.x - x) + Math.abs(next.y - y)).toBe(1);
    expect(x === 0 || y === 0 || x === size.columns - 1 || y === size.rows - 1).toBe(true);
  }
});

test("it starts at the bottom right and goes left", () => {
  expect(spot(0, WIDE)).toEqual({ x: 19, y: 11 });
  expect(spot(1, WIDE)).toEqual({ x: 18, y: 11 });
});
