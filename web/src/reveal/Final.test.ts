import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { speak } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import { nextScene, Stage, type Scene } from "../lib/stage.svelte";
import { foldAll } from "../picture";
import type { Event } from "../wire";
import Final from "./Final.svelte";

const [game]: { seat: number; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const events = game!.steps.map(({ event }) => event);
const opened = events.findIndex(({ event }) => event === "altar_opened");

/** Headings, opened cards and marked winners after so many events. */
function shown(count: number): { headings: string[]; cards: number; won: number; title: string } {
  const scene = events.slice(0, count).reduce<Scene | null>(nextScene, null)!;
  const target = document.createElement("div");
  const made = mount(Final, {
    target,
    props: { scene, picture: foldAll(events.slice(0, count), game!.seat)!, stage: new Stage(() => "instant") },
  });
  flushSync();
  const headings = [...target.querySelectorAll("thead th > span:not(.said)")].map((th) => th.textContent ?? "");
  const found = {
    headings,
    cards: target.querySelectorAll(".card .turn").length,
    won: target.querySelectorAll(".won").length,
    title: target.querySelector("h2")!.textContent!,
  };
  void unmount(made);
  return found;
}

test("the altar opens first, then the table grows source by source, and the winner is marked last", async () => {
  await speak("en");
  settings.speed = "instant";
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(shown(opened + 1).cards).toBeGreaterThan(2);
  const counts = Array.from({ length: events.length - opened }, (_, i) => shown(opened + 1 + i));
  const columns = counts.map(({ headings }) => headings.length);
  expect(columns).toEqual([...columns].sort((a, b) => a - b));
  expect(columns.at(-1)).toBeGreaterThan(2);
  expect(counts.every(({ title }) => title === "Final scoring")).toBe(true);
  expect(counts.slice(0, -1).every(({ won }) => won === 0)).toBe(true);
  expect(counts.at(-1)!.won).toBeGreaterThan(0);
  expect(counts.at(-1)!.headings.every((words) => words && words.length < 14)).toBe(true);
});
