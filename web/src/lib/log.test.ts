import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Event } from "../wire";
import { use } from "./i18n.svelte";
import { LogBook } from "./log";

const [game]: { seat: number | null; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const events = game!.steps.map(({ event }) => event);
const name = (seat: number) => `Player ${seat}`;

test("a log that grew event by event is the log of the whole game", () => {
  use("en", JSON.parse(readFileSync("../src/chocolatl/i18n/locales/en/game.json", "utf8")));
  const grown = new LogBook();
  for (let count = 1; count <= events.length; count += 7) grown.read(events.slice(0, count), game!.seat, "en", name);
  const whole = new LogBook().read(events, game!.seat, "en", name);
  expect(grown.read(events, game!.seat, "en", name)).toEqual(whole);
  expect(whole[0]).toMatchObject({ round: 0, location: null });
  expect(whole.at(-1)).toMatchObject({ final: true, location: null });
  expect(new Set(whole.map(({ location }) => location)).size).toBe(7);
});

test("looking back tells no more than had happened", () => {
  const book = new LogBook();
  book.read(events, game!.seat, "en", name);
  const lines = book.read(events.slice(0, 30), game!.seat, "en", name).flatMap(({ entries }) => entries);
  expect(Math.max(...lines.map(({ number }) => number))).toBeLessThan(30);
});
