import { expect, test } from "vitest";

import { hiddenBy } from "./sight";

test("what is behind the sheet comes up, what is above the window comes down, what is seen stays", () => {
  expect(hiddenBy({ top: 300, bottom: 450 }, 400, 500)).toBe(58);
  expect(hiddenBy({ top: -40, bottom: 110 }, 400, 300)).toBe(-48);
  expect(hiddenBy({ top: 100, bottom: 250 }, 400, 500)).toBe(0);
});

test("a place taller than the room shows its top", () => {
  expect(hiddenBy({ top: 50, bottom: 450 }, 200, 500)).toBe(42);
});

test("nobody who has scrolled past the board is called back", () => {
  expect(hiddenBy({ top: -500, bottom: -350 }, 400, -20)).toBe(0);
});
