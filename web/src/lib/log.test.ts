import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Event } from "../wire";
import { use } from "./i18n.svelte";
import { LogBook, withNotices } from "./log";

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

test("a notice stands after what had happened by then, in its chapter, and nothing else moves", () => {
  const whole = new LogBook().read(events, game!.seat, "en", name);
  const second = whole[2]!;
  const after = second.entries[1]!.number + 1;
  const told = withNotices(whole, [
    { after, seat: 1, text: "away" },
    { after, seat: 1, text: "back" },
    { after: 1, seat: 0, text: "early" },
  ]);
  const texts = told[2]!.entries.map(({ sentences }) => sentences[0]!.text);
  expect(texts.slice(1, 4)).toEqual([second.entries[1]!.sentences[0]!.text, "away", "back"]);
  expect(told[0]!.entries.some(({ sentences }) => sentences[0]!.text === "early")).toBe(true);
  const rest = told.map((chapter) => ({ ...chapter, entries: chapter.entries.filter(({ notice }) => !notice) }));
  expect(rest).toEqual(whole);
});
