import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { foldAll } from "../picture";
import type { Event } from "../wire";
import { type Speed } from "./settings.svelte";
import { pause, Stage } from "./stage.svelte";

type Fixture = { name: string; seat: number; reveal: number; steps: { event: Event }[] };
const games: Fixture[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const [game] = games;
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

test("the server's clocks know how long everything takes", () => {
  for (const { name, reveal, steps } of games)
    expect([name, Math.round(steps.reduce((sum, { event }) => sum + pause(event), 0))]).toEqual([name, reveal]);
});

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

test("where there is little room everything is shown in it, and nothing is left out", () => {
  vi.setSystemTime(0);
  const at = new Stage(
    () => "normal",
    () => {},
    () => 0,
    () => 5000 - Date.now(),
  );
  at.jump(events.slice(0, begin), seat);
  const end = begin + 80;
  const usual = events.slice(begin, end).reduce((sum, event) => sum + pause(event), 0);
  expect(usual).toBeGreaterThan(10_000);
  at.push(events.slice(begin, end));
  vi.advanceTimersByTime(5100);
  expect([at.busy, at.played]).toEqual([false, end]);
});

test("a tap passes over a location, in the final scoring over a source", () => {
  const at = stage("normal");
  const last = events.findLastIndex(({ event }) => event === "round_ended");
  at.jump(events.slice(0, last), seat);
  at.push(events.slice(last));
  const seen = [];
  for (let taps = 0; at.busy && taps < 40; taps++) {
    at.next();
    seen.push(at.scene!.events.at(-1)!.event);
  }
  expect(seen).toContain("altar_opened");
  expect(seen.length).toBeGreaterThan(3);
  expect(at.played).toBe(events.length);
});

test("a red round takes about twenty seconds at normal speed, with three players or five", () => {
  const games = JSON.parse(readFileSync("src/fixtures/games.json", "utf8")) as { steps: { event: Event }[] }[];
  const lengths = games.flatMap(({ steps }) => {
    const all = steps.map(({ event }) => event);
    return all.flatMap((event, i) => {
      if (event.event !== "round_started" || event.mode !== "red") return [];
      const end = all.findIndex((other, j) => j > i && other.event === "round_ended");
      return [all.slice(i + 1, end + 1).reduce((sum, other) => sum + pause(other), 0) / 1000];
    });
  });
  const middle = lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)]!;
  expect(middle).toBeGreaterThan(16);
  expect(middle).toBeLessThan(21);
  expect(Math.max(...lengths)).toBeLessThan(25);
});

test("a page that follows a screen shows nothing before it, and asks it to go on", () => {
  let limit = begin;
  const wanted: number[] = [];
  const pacer = { limit: () => limit, want: (shown: number) => void wanted.push(shown) };
  const at = new Stage(
    () => "instant",
    () => {},
    () => 0,
    () => Infinity,
    pacer,
  );
  at.jump(events.slice(0, begin), seat);
  at.push(events.slice(begin));
  expect([at.played, at.busy]).toEqual([begin, true]);
  for (limit = begin + 1; limit <= events.length; limit++) {
    at.follow();
    expect(at.played).toBeGreaterThanOrEqual(limit);
    expect(events.slice(limit, at.played).every((event) => pause(event) === 0)).toBe(true);
  }
  expect([at.busy, at.picture]).toEqual([false, foldAll(events, seat)]);
  at.next();
  expect(wanted).toEqual([at.played]);
});

test("a page goes on by itself when the screen is not waited for any more", () => {
  let limit = begin;
  const at = new Stage(
    () => "fast",
    () => {},
    () => 0,
    () => Infinity,
    { limit: () => limit, want: () => {} },
  );
  at.jump(events.slice(0, begin), seat);
  at.push(events.slice(begin, begin + 60));
  vi.advanceTimersByTime(10_000);
  expect(at.played).toBe(begin);
  limit = Infinity;
  vi.advanceTimersByTime(60_000);
  expect([at.played, at.busy]).toEqual([begin + 60, false]);
});

test("a step knows where it began, so that several wishes for it are one", () => {
  const at = stage("normal");
  at.push(events.slice(begin));
  while (at.scene?.kind !== "location") at.next();
  const [began, place] = [at.began, at.scene.location];
  expect(began).toBeLessThanOrEqual(at.played);
  at.next();
  expect(at.scene?.location).not.toBe(place);
  expect(at.began).toBeGreaterThan(began);
});
