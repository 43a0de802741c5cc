import { expect, test } from "vitest";
import { spread } from "./spread";

test("labels keep their order, their distance and the bounds", () => {
  const placed = spread([50, 48, 52, 10, 99], 12, 0, 100);
  const sorted = [...placed].sort((a, b) => a - b);
  expect(placed.indexOf(sorted[0]!)).toBe(3);
  sorted.forEach((y, i) => expect(i === 0 || y - sorted[i - 1]! >= 12 - 1e-9).toBe(true));
  expect(Math.max(...placed)).toBeLessThanOrEqual(100);
});

test("labels that are far apart stay where they are", () => {
  expect(spread([10, 40, 80], 12, 0, 100)).toEqual([10, 40, 80]);
});
