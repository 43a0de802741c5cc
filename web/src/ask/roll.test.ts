import { expect, test } from "vitest";
import type { RollOrPass, Standing } from "../wire";
import { outlook, pointless } from "./roll";

const line = (seat: number, total: number): Standing => ({
  seat,
  total,
  cards: [],
  huts: 0,
  old_man: 0,
  dice: [],
  beats_next: null,
});
const asked = (ways: number[][], location: RollOrPass["location"] = "drink"): RollOrPass => ({
  ask: "roll",
  turn: 4,
  location,
  dice: ways.length,
  ranking: [line(1, 20), line(0, 15), line(2, 9)],
  ways,
});

test("a roll that may win is worth it", () => {
  expect(outlook(asked([[1, 5, 0]]), 0)).toMatchObject({ now: 1, worth: true, idle: false });
});

test("the best place takes the highest faces of the die", () => {
  expect(outlook(asked([[1, 3, 2]]), 0).faces).toEqual(["6", "3–5", "1–2"]);
  expect(outlook(asked([[0, 6, 0]]), 0).faces).toEqual(["", "1–6", ""]);
});

test("a roll that changes nothing is not asked for, except at the pyramid, where the distance counts", () => {
  expect(
    pointless(
      asked([
        [0, 6, 0],
        [0, 36, 0],
      ]),
      0,
    ),
  ).toBe(true);
  expect(pointless(asked([[0, 6, 0]], "pyramid"), 0)).toBe(false);
  expect(
    pointless(
      asked([
        [0, 6, 0],
        [1, 35, 0],
      ]),
      0,
    ),
  ).toBe(false);
});
