import { beforeEach, expect, test } from "vitest";
import type { LayCards, Location } from "../wire";
import { Bid, Plan } from "./bid.svelte";

const PLACES: Location[] = ["temple", "plantation", "city", "pyramid", "drink", "ball_court"];
const red: LayCards = {
  ask: "lay",
  turn: 2,
  cards: Array.from({ length: 12 }, (_, i) => i + 1),
  groups: PLACES.map((location) => ({ location, count: 2, laid: [], modifiers: [] })),
};
const gold: LayCards = { ...red, turn: 3, groups: red.groups.slice(0, 1) };

beforeEach(() => sessionStorage.clear());

test("aim at a place once, then tap cards: twelve taps fill the places in their order", () => {
  const bid = new Bid("t", red, null);
  bid.tapPlace(0);
  for (let card = 0; card < 12; card++) bid.tap(card);
  expect(bid.complete).toBe(true);
  expect(bid.action).toEqual({
    do: "lay",
    cards: [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 10],
      [11, 12],
    ],
  });
  expect(bid.aim).toBeNull();
});

test("without an aim a tap picks up; two taps lay on the next free slot", () => {
  const bid = new Bid("t", red, null);
  bid.tap(5);
  expect(bid.picked).toBe(5);
  bid.tapTwice(5);
  expect([bid.cards(0), bid.picked]).toEqual([[5], null]);
});

test("two taps on laid cards let them change places; two on one take it back", () => {
  const bid = new Bid("t", red, null);
  bid.lay(0, 1);
  bid.lay(3, 9);
  bid.tap(1);
  bid.tap(9);
  expect([bid.cards(0), bid.cards(3)]).toEqual([[9], [1]]);
  bid.tap(9);
  bid.tap(9);
  expect(bid.cards(0)).toEqual([]);
});

test("a card from the hand takes the place of a laid one that is picked up", () => {
  const bid = new Bid("t", red, null);
  bid.lay(2, 4);
  bid.tap(4);
  bid.tap(11);
  expect([bid.cards(2), bid.hand.includes(4)]).toEqual([[11], true]);
});

test("everything can be undone and done again", () => {
  const bid = new Bid("t", red, null);
  bid.lay(0, 0);
  bid.fill();
  expect(bid.complete).toBe(true);
  bid.undo();
  expect(bid.hand.length).toBe(11);
  bid.undo();
  expect([bid.untouched, bid.undoable]).toEqual([true, false]);
  bid.redo();
  bid.redo();
  expect([bid.complete, bid.redoable]).toEqual([true, false]);
});

test("a draft survives a reload, and what was sent is the next round's last bid", () => {
  const bid = new Bid("t", red, null);
  bid.lay(1, 11);
  expect(new Bid("t", red, null).cards(1)).toEqual([11]);
  bid.fill();
  bid.sent();
  const next = new Bid("t", { ...red, turn: 9, cards: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] }, null);
  next.repeat();
  expect(next.action).toMatchObject({ do: "lay" });
  expect(next.hand.map((card) => next.value(card))).toEqual([13]);
});

test("where one place is bid for there is nothing to aim at", () => {
  const bid = new Bid("t", gold, null);
  bid.tap(3);
  bid.tap(7);
  expect(bid.complete).toBe(true);
});

test("a plan made ahead lies ready when the question comes, also of one location only, and is forgotten once sent", () => {
  const plan = new Plan("t", red);
  plan.lay(0, 4);
  plan.lay(0, 7);
  plan.lay(5, 11);
  expect(new Plan("t", red).cards(0)).toEqual([4, 7]);
  const single = new Bid("t", gold, null);
  expect([single.cards(0), single.planned, single.complete]).toEqual([[4, 7], true, true]);
  single.sent();
  const next = new Bid("t", { ...red, turn: 9 }, null);
  expect([next.cards(0), next.cards(5)]).toEqual([[], [11]]);
});

test("of a planned pair the first card is for the first bid of a green round, the other for the second", () => {
  const plan = new Plan("t", red);
  plan.lay(2, 3);
  plan.lay(2, 8);
  const first = { ...red, turn: 4, groups: red.groups.map((group) => ({ ...group, count: 1 })) };
  const bid = new Bid("t", first, null);
  expect(bid.cards(2)).toEqual([3]);
  bid.sent();
  const second = {
    ...first,
    turn: 5,
    groups: red.groups.map((group) => ({ ...group, count: 1, laid: [4] })),
    cards: red.cards.filter((card) => card !== 4),
  };
  expect(new Bid("t", second, null).cards(2).map((card) => second.cards[card])).toEqual([9]);
});
