import { expect, test } from "vitest";

import type { Event } from "../wire";
import { lastDecision, same } from "./decision";

const asked = (turn: number, ...seats: number[]): Event => ({
  event: "asked",
  turn,
  kind: "sacrifice",
  seats,
  locations: [],
  rule: "1.6",
});
const answered = (turn: number, seat: number, card: number): Event => ({
  event: "answered",
  turn,
  seat,
  action: { do: "sacrifice", card },
  rule: "1.6",
});
const game = [asked(1, 0, 1), answered(1, 1, 3), answered(1, 0, 5), answered(1, 1, 4), asked(2, 0), answered(2, 0, 9)];

test("the choice before a position, with the answer that counted in the end", () => {
  expect(lastDecision(game, 4, 1)).toEqual({ at: 1, locations: [], answer: { do: "sacrifice", card: 4 } });
  expect(lastDecision(game, 6, 0)?.at).toBe(5);
  expect(lastDecision(game, 4, 0)?.answer).toEqual({ do: "sacrifice", card: 5 });
  expect(lastDecision(game, 6, 2)).toBe(null);
});

test("a bid is the same bid in any order of its two cards, and not at another place", () => {
  expect(
    same(
      {
        do: "lay",
        cards: [
          [8, 7],
          [1, 2],
        ],
      },
      {
        do: "lay",
        cards: [
          [7, 8],
          [2, 1],
        ],
      },
    ),
  ).toBe(true);
  expect(
    same(
      {
        do: "lay",
        cards: [
          [8, 7],
          [1, 2],
        ],
      },
      {
        do: "lay",
        cards: [
          [1, 2],
          [8, 7],
        ],
      },
    ),
  ).toBe(false);
  expect(same({ do: "roll" }, { do: "pass" })).toBe(false);
  expect(same({ do: "roll" }, null)).toBe(false);
});
