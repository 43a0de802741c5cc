import { expect, test } from "vitest";

import type { LayCards, Location } from "../wire";
import { complete, empty, fromAction, inGroup, put, swap, toAction, total } from "./draft";

const question: LayCards = {
  ask: "lay",
  turn: 2,
  cards: [1, 3, 3, 7],
  groups: (["temple", "city"] as Location[]).map((location) => ({
    location,
    count: 2,
    laid: [],
    modifiers: [{ source: "huts", value: location === "city" ? -1 : 1, sure: true }],
  })),
};

const full = [0, 1, 2, 3].reduce((draft, card) => put(draft, card, Math.floor(card / 2), question), empty(question));

test("cards go where they are put, and the bid is complete when every group is full", () => {
  expect(complete(put(empty(question), 0, 1, question), question)).toBe(false);
  expect(complete(full, question)).toBe(true);
  expect(toAction(full, question)).toEqual({
    do: "lay",
    cards: [
      [1, 3],
      [3, 7],
    ],
  });
});

test("a card put on a full group changes places with the lowest there", () => {
  const after = put(full, 3, 0, question);
  expect(toAction(after, question)).toEqual({
    do: "lay",
    cards: [
      [3, 7],
      [1, 3],
    ],
  });
});

test("from the hand onto a full group, the lowest there comes back to the hand", () => {
  const three = put(put(empty(question), 0, 0, question), 1, 0, question);
  expect(inGroup(put(three, 3, 0, question), null)).toEqual([0, 2]);
});

test("swapping equal values and reading an answer back both keep every card once", () => {
  expect(toAction(swap(full, 1, 2), question)).toEqual(toAction(full, question));
  expect(fromAction(toAction(full, question), question)).toEqual(full);
  expect(
    fromAction(
      {
        do: "lay",
        cards: [
          [1, 9],
          [3, 7],
        ],
      },
      question,
    ),
  ).toBe(null);
});

test("totals count modifiers", () => {
  expect([total(full, 0, question), total(full, 1, question)]).toEqual([5, 9]);
});
