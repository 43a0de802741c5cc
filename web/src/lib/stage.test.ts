import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { foldAll } from "../picture";
import type { Event } from "../wire";
import { type Speed } from "./settings.svelte";
import { pause, Stage } from "./stage.svelte";

const [game]: { seat: number; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const { seat } = game!;
const events = game!.steps.map(({ event }) => event);
const begin = events.findIndex(({ event }) => event === "round_started");

function stage(speed: Speed): Stage {
  const made = new Stage(() => speed);
  made.jump(events.slice(0, begin), seat);
  return made;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("at once means at once", () => {
  const at = stage("instant");
  at.push(events.slice(begin));
  expect(at.busy).toBe(false);
  expect(at.picture).toEqual(foldAll(events, seat));
});

test("otherwise one event after the other, each for its time, and nothing is left out", () => {
  const at = stage("normal");
  at.push(events.slice(begin, begin + 60));
  expect(at.busy).toBe(true);
  expect(at.played).toBe(begin + 1);
  vi.advanceTimersByTime(pause(events[begin]!));
  expect(at.played).toBeGreaterThan(begin + 1);
  vi.runAllTimers();
  expect(at.busy).toBe(false);
  expect(at.picture).toEqual(foldAll(events.slice(0, begin + 60), seat));
});

test("skipping lasts until I am asked, whatever still arrives", () => {
  const at = stage("slow");
  const mine = events.findIndex((event, i) => i > begin && event.event === "asked" && event.seats.includes(seat));
  at.push(events.slice(begin, begin + 1));
  at.skip();
  at.push(events.slice(begin + 1, mine + 1));
  expect(at.busy).toBe(false);
  expect(at.played).toBe(mine + 1);
  const next = events.findIndex((event, i) => i > mine && pause(event) > 0);
  at.push(events.slice(mine + 1, next + 1));
  expect(at.busy).toBe(true);
});

test("held, it waits; let go, it plays on", () => {
  const at = stage("normal");
  at.hold(true);
  at.push(events.slice(begin, begin + 3));
  vi.runAllTimers();
  expect(at.played).toBe(begin);
  at.hold(false);
  vi.runAllTimers();
  expect(at.played).toBe(begin + 3);
});
