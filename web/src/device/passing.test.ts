import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";

import type { Picture } from "../picture";
import type { SeatInfo } from "../wire";

const made: Hand[] = [];
class Hand {
  stage = { picture: null as object | null };
  question: object | null = null;
  constants: unknown = null;
  closed = false;
  constructor(
    readonly id: string,
    _play: unknown,
    readonly eyes: number,
    readonly answered: () => void,
  ) {
    made.push(this);
  }
  connect(): void {}
  close(): void {
    this.closed = true;
  }
}
vi.mock("../lib/game.svelte", () => ({ Game: Hand }));
const { Passing } = await import("./passing.svelte");

const KINDS: readonly SeatInfo["kind"][] = ["person", "person", "person", "bot"];
const seats = KINDS.map((kind) => ({ kind, held: false }));

/** A table that waits for these seats. */
function table(turn: number, answered: readonly number[], kind = "lay"): Picture {
  const players = KINDS.map((_, seat) => ({ answered: answered.includes(seat) }));
  return { turn, players, asked: { kind, turn, seats: [0, 1, 2, 3] } } as unknown as Picture;
}

let game: { id: string; at: null; constants: null; table: object; stage: { busy: boolean; picture: Picture } };
let passing: InstanceType<typeof Passing>;

beforeEach(() => {
  vi.useFakeTimers();
  made.length = 0;
  game = { id: "x", at: null, constants: null, table: { seats }, stage: { busy: false, picture: table(1, [3]) } };
  passing = new Passing(game as never);
  passing.watch();
});

function answers(hand: Hand): void {
  hand.answered();
  flushSync();
}

test("a page that was just opened begins with the cover, and nobody's eyes", () => {
  expect([passing.covered, passing.next, passing.hand]).toEqual([true, 0, null]);
});

test("people take the device one after another, and each one's eyes are closed before the next", () => {
  passing.take();
  answers(made[0]!);
  expect([made[0]!.closed, passing.hand, passing.next, passing.covered]).toEqual([true, null, 1, true]);
  passing.chosen = 2;
  passing.take();
  answers(made[1]!);
  expect([made.map(({ eyes }) => eyes), passing.next]).toEqual([[0, 2], 1]);
});

test("what was answered here is not asked again before the server has told it", () => {
  passing.take();
  answers(made[0]!);
  expect(passing.waiting).toEqual([1, 2]);
});

test("the next question begins with a look at the table together", () => {
  game.stage.picture = table(2, []);
  passing.watch();
  expect([passing.covered, passing.next]).toEqual([false, 0]);
  passing.cover();
  expect(passing.covered).toBe(true);
});

test("no cards stay on the page when the question is over", () => {
  passing.take();
  game.stage.picture = table(2, []);
  passing.watch();
  expect([made[0]!.closed, passing.hand]).toEqual([true, null]);
});

test("cards that do not come in time do not come later", () => {
  passing.take();
  vi.advanceTimersByTime(10_000);
  expect([made[0]!.closed, passing.hand, passing.failures]).toEqual([true, null, 1]);
});

test("what is answered aloud needs no cover", () => {
  game.stage.picture = table(2, [], "roll");
  passing.watch();
  expect(passing.next).toBeNull();
});
