import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nextScene, pause, type Scene } from "../lib/stage.svelte";
import { foldAll, type Picture } from "../picture";
import type { Event } from "../wire";
import { gained } from "./gained";
import { partsOf, rowsOf, sum } from "./rows";

const games: { seat: number; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const histories = games.map(({ seat, steps }) => ({ seat, events: steps.map(({ event }) => event) }));

test.each(histories)("no sum before its ranking, and the sums are those of the ranking", ({ seat, events }) => {
  let [scene, picture] = [null as Scene | null, null as Picture | null];
  for (const [i, event] of events.entries()) {
    scene = nextScene(scene, event);
    if (!["revealed", "ranked"].includes(event.event) || scene?.kind !== "location") continue;
    picture = foldAll(events.slice(0, i + 1), seat);
    const rows = rowsOf(scene, picture!);
    expect(new Set(rows.map((row) => row.seat)).size).toBe(picture!.players.length);
    if (event.event === "ranked") expect(rows.map((row) => row.line!.total)).toEqual(event.ranking.map((line) => line.total));
    else expect(rows.every((row) => row.line === null || row.cards.length > 0)).toBe(true);
  }
});

test.each(histories)("the parts of a sum, as they are written under its cards, add up to it", ({ events }) => {
  const lines = events.flatMap((event) => (event.event === "ranked" ? event.ranking : []));
  for (const line of lines) {
    const parts = partsOf({ cards: line.cards, dice: line.dice, line }).replaceAll(" ", "").replaceAll("−", "-");
    expect(sum(parts.match(/[+-]?\d+/g)!.map(Number))).toBe(line.total);
  }
});

test.each(histories)("what a round brought is the change of the scores", ({ events }) => {
  const end = events.findIndex(({ event }) => event === "round_ended");
  const players = (events[0] as Extract<Event, { event: "started" }>).players;
  const boxes = Array.from({ length: players }, () => 0);
  for (const event of events.slice(0, end)) if (event.event === "scored") boxes[event.seat] = event.box;
  expect(gained(events.slice(0, end), players)).toEqual(boxes);
});

test("a red round is shown in about twenty seconds at normal speed", () => {
  const times = histories.flatMap(({ events }) => {
    const starts = events.flatMap((event, i) => (event.event === "round_started" && event.mode === "red" ? [i] : []));
    return starts.map((start) => {
      const end = events.findIndex((event, i) => i > start && event.event === "round_ended");
      return sum(events.slice(start + 1, end).map(pause)) / 1000;
    });
  });
  expect(times.length).toBeGreaterThan(0);
  const mean = sum(times) / times.length;
  expect(mean).toBeGreaterThan(14);
  expect(mean).toBeLessThan(24);
});
