import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";

import { foldAll } from "../picture";
import type { Event } from "../wire";
import { use } from "./i18n.svelte";
import { myCards, whatLies, whoLeads, why } from "./report";
import { rankings } from "./round";
import { nextScene, type Scene } from "./stage.svelte";

const [game]: { seat: number; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const { seat } = game!;
const events = game!.steps.map(({ event }) => event);
const name = (other: number) => ["Ana", "Ben", "Cleo"][other]!;
const ranked = events.findIndex((event) => event.event === "ranked");
const until = events.slice(0, ranked + 1);
const picture = foldAll(until, seat)!;

beforeAll(() => {
  const file = (part: string): object =>
    JSON.parse(readFileSync(`../src/chocolatl/i18n/locales/en/${part}.json`, "utf8")) as object;
  use("en", { ...file("game"), ...file("page") });
});

test("who leads: everybody with points, and the round", () => {
  const told = whoLeads(picture, name);
  for (const who of ["Ana", "Ben", "Cleo"]) expect(told).toContain(`${who}: `);
  expect(told).toContain("Round 1 of 7");
});

test("my cards: all that is in my hand, and the sacrifice", () => {
  const before = foldAll(events.slice(0, events.findIndex((event) => event.event === "round_started") + 1), seat)!;
  expect(myCards(before)).toContain(`In hand: ${before.own!.hand.join(", ")}.`);
  expect(myCards(before)).toContain(`On the altar: ${before.own!.sacrifice}.`);
  expect(myCards(foldAll(until, null)!)).toContain("no cards");
});

test("what lies here: what it pays, and open cards as they are, never as hidden ones", () => {
  const event = events[ranked] as Extract<Event, { event: "ranked" }>;
  const told = whatLies(picture, event.location, rankings(until), name);
  for (const { seat: other, total } of event.ranking) expect(told).toMatch(new RegExp(`${name(other)}: .*${total} in all`));
  expect(told).not.toMatch(/hidden/);
});

test("why: whole sentences with their rules", () => {
  const scene = until.reduce<Scene | null>(nextScene, null);
  expect(why(scene, name)).toMatch(/from high to low .*\(rule 3\.6\)|\(rule \d/);
  expect(why(null, name)).toBe("Nothing has happened yet.");
});
