import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { foldAll } from "../picture";
import type { Event, ServerMessage, Table } from "../wire";
import { Game } from "./game.svelte";

const [game]: { seat: number; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const { seat } = game!;
const events = game!.steps.map(({ event }) => event);
const table = { id: "t", seats: [] } as unknown as Table;

function welcome(first: number, last: number): ServerMessage {
  return { type: "welcome", table, seat, first, last, now: 0 };
}

function part(first: number, end: number): ServerMessage {
  return { type: "events", first, events: events.slice(first, end) };
}

test("a game that comes in parts is shown once, when all have come, and is not played as if it happened now", () => {
  const page = new Game("t");
  page.receive(welcome(0, 149));
  page.receive(part(0, 100));
  expect(page.events).toEqual([]);
  page.receive(part(100, 150));
  expect(page.events).toEqual(events.slice(0, 150));
  expect(page.stage.busy).toBe(false);
  expect(page.stage.picture).toEqual(foldAll(events.slice(0, 150), seat));
});

test("when the line is cut between two parts, the next connection goes on from there", () => {
  const page = new Game("t");
  page.receive(welcome(0, 149));
  page.receive(part(0, 100));
  page.receive(welcome(100, 159));
  page.receive(part(100, 150));
  expect(page.events).toEqual([]);
  page.receive(part(150, 160));
  expect(page.events).toEqual(events.slice(0, 160));
});

test("a game that begins while one looks is there at once", () => {
  const page = new Game("t");
  page.receive(welcome(0, -1));
  page.receive(part(0, 2));
  expect(page.events.length).toBe(2);
});
