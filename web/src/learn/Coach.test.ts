import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Event, Question } from "../wire";
import Coach from "./Coach.svelte";

interface Game {
  events: Event[];
  asked: { events: number; question: Question | null }[];
}
const [english] = JSON.parse(readFileSync("src/fixtures/learn.json", "utf8")) as [Game];
const first = english.asked.find((change) => change.question?.ask === "sacrifice")!;
const props = {
  events: english.events.slice(0, first.events),
  question: first.question,
  seat: 0,
  name: (who: number) => ["Ana", "Ben", "Cleo", "Dora"][who]!,
};

let coach: Record<string, unknown> | null = null;

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div data-place="track"></div><div data-place="altar"></div><div id="app"></div>';
});
afterEach(() => {
  if (coach) void unmount(coach);
  coach = null;
});

async function show(): Promise<void> {
  if (coach) await unmount(coach);
  coach = mount(Coach, { target: document.getElementById("app")!, props });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector("section")).not.toBeNull();
  });
}

const shown = () => document.querySelector("section")?.getAttribute("data-lesson") ?? null;
const marked = () => [...document.querySelectorAll("[data-coach]")].map((element) => element.getAttribute("data-place"));
function press(words: string): void {
  [...document.querySelectorAll("button")].find((button) => button.textContent === words)!.click();
  flushSync();
}

test("lessons follow each other, and each points at its part of the table", async () => {
  await show();
  expect([shown(), marked()]).toEqual(["goal", ["track"]]);
  press("Got it");
  expect([shown(), marked()]).toEqual(["sacrifice", ["altar"]]);
  press("Got it");
  expect([shown(), marked()]).toEqual([null, []]);
});

test("it speaks politely and does not take the focus", async () => {
  await show();
  expect(document.querySelector('[role="status"]')?.getAttribute("aria-live")).toBe("polite");
  expect(document.activeElement).toBe(document.body);
});

test("what was understood is not told again after a reload", async () => {
  await show();
  press("Got it");
  await show();
  expect(shown()).toBe("sacrifice");
});

test("no more tips, until they are wanted again", async () => {
  await show();
  press("No more tips");
  expect([shown(), marked()]).toEqual([null, []]);
  await show();
  expect(shown()).toBeNull();
  press("Turn tips on");
  expect(shown()).toBe("goal");
});

test("a damaged memory is an empty memory", async () => {
  localStorage.setItem("chocolatl.learn", '{"shown": 7');
  await show();
  expect(shown()).toBe("goal");
});

test("it asks for quiet while a tip is being read, and no longer", async () => {
  vi.useFakeTimers();
  const reading: boolean[] = [];
  coach = mount(Coach, { target: document.getElementById("app")!, props: { ...props, onread: (now) => reading.push(now) } });
  await vi.dynamicImportSettled();
  flushSync();
  expect(reading).toEqual([true]);
  vi.runAllTimers();
  expect(reading).toEqual([true, false]);
  vi.useRealTimers();
});
