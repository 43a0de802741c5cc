import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Board, Edition, Started } from "../wire";
import { differs, exists, matching, readings, SECTIONS } from "./book";
import { facts, numbers, span } from "./facts";
import { speaker, words, type Catalogue } from "./words";

const LANGUAGES = readdirSync("../src/chocolatl/i18n/locales");
const games = JSON.parse(readFileSync("src/fixtures/learn.json", "utf8")) as { name: string; events: [Started] }[];
const board: Board = games[0]!.events[0].board;
const editions: Edition[] = games.map((game) => ({ name: game.name.split(",")[0]!, rules: game.events[0].rules }));
const [english, german, dutch] = editions as [Edition, Edition, Edition];
const catalogue = (language: string) =>
  JSON.parse(readFileSync(`../src/chocolatl/i18n/locales/${language}/rules.json`, "utf8")) as Catalogue;

test.each(LANGUAGES)("every rule has a title and a text without holes in %s", async (language) => {
  const say = await words("rules", language);
  const known = facts(board, say, language);
  const all = SECTIONS.flatMap((section) => (section.rules.length ? section.rules : [section.number]));
  for (const number of all) {
    expect(say(`rules.${number}.title`)).not.toContain("rules.");
    const text = say(`rules.${number}.text`, known);
    expect(text).not.toContain("rules.");
    expect(text, number).not.toMatch(/[{}]/);
  }
});

test.each(LANGUAGES)("every rule that a text in %s points to exists", (language) => {
  const pointed = JSON.stringify(catalogue(language)).matchAll(/\[(\d[\d.]*)\]/g);
  expect([...pointed].map((match) => match[1]!).filter((number) => !exists(number))).toEqual([]);
});

test("an edition reads the rules in its own way and names the others", () => {
  const say = speaker(catalogue("en"), "en");
  expect(readings("3.4", dutch, editions, say)).toEqual([{ key: "rules.3.4.dice_per_offering.one", others: [english, german] }]);
  expect(readings("2.2", german, editions, say).map(({ key }) => key)).toEqual(["rules.2.2.first_round.gold"]);
  expect(readings("2.3", dutch, editions, say).map(({ key }) => key)).toEqual([
    "rules.2.3.red_reveal.per_location",
    "rules.2.3.green_reveal.per_location",
  ]);
  expect(readings("3.6", dutch, editions, say)).toEqual([]);
  expect(differs("give_back", editions)).toBe(true);
  expect(differs("red_reveal", editions)).toBe(false);
});

test("searching finds the rules with all the words, by number too", () => {
  const say = speaker(catalogue("en"), "en");
  const known = facts(board, say, "en");
  expect([...matching("old man", say, known)]).toContain("3.3");
  expect([...matching("improvement HIGH pile", say, known)]).toEqual(["1.3", "8"]);
  expect([...matching("4.4.1", say, known)]).toEqual(["4.4.1"]);
  expect(matching("chess", say, known).size).toBe(0);
});

test("numbers come from the board", () => {
  const other = { ...board, goal: 55, drink: board.drink.map((drink) => ({ ...drink, second: 1 })) };
  expect(numbers(other)).toMatchObject({ goal: 55, boxes: 14, hand: 12, first_only: board.rounds });
  expect(numbers(board).first_only).toBe(4);
  expect(span([7, 5, 6])).toBe("5–7");
  expect(span([5, 9])).toBe("5, 9");
});

test("one and many differ", () => {
  const say = speaker(catalogue("fr"), "fr");
  expect([1, 2].map((n) => say("rules.page.found", { n }))).toEqual(["1 règle trouvée", "2 règles trouvées"]);
});
