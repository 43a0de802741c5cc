import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Event, Question, Ranked } from "../wire";
import { exists } from "../rules/book";
import { words } from "../rules/words";
import { lesson, LESSONS, type Lesson, type LessonId } from "./lessons";

interface Game {
  name: string;
  events: Event[];
  asked: { events: number; question: Question | null }[];
}

const games = JSON.parse(readFileSync("src/fixtures/learn.json", "utf8")) as Game[];
const [english, german, dutch] = games as [Game, Game, Game];
const PLACES = /^(temple|plantation|city|pyramid|drink|ball_court|altar|track|hand|mode|player-\d)$/;

function questionAt(game: Game, events: number): Question | null {
  return game.asked.findLast((change) => change.events <= events)?.question ?? null;
}

/** A pupil who reads every lesson at once: what is taught after how many events. */
function taught(game: Game, shown = new Set<string>()): { at: number; told: Lesson }[] {
  const all: { at: number; told: Lesson }[] = [];
  for (let at = 1; at <= game.events.length; at++) {
    const events = game.events.slice(0, at);
    for (let told = lesson(events, questionAt(game, at), shown); told; told = lesson(events, questionAt(game, at), shown)) {
      shown.add(told.id);
      all.push({ at, told });
    }
  }
  return all;
}

const ids = (game: Game): LessonId[] => taught(game).map(({ told }) => told.id);

test.each(games.map((game) => [game.name, game] as const))(
  "%s: no lesson twice, and the game is taught from start to end",
  (_, game) => {
    const told = ids(game);
    expect(new Set(told).size).toBe(told.length);
    expect(told.slice(0, 2)).toEqual(["goal", "sacrifice"]);
    expect(told.slice(-4)).toEqual(["final", "end", "well", "better"]);
  },
);

test("between them the games teach every lesson", () => {
  const told = new Set(games.flatMap(ids));
  expect(LESSONS.filter((id) => !told.has(id))).toEqual([]);
});

test("a red first round: mode, laying and an overview before the first bid; then reveal and ranking", () => {
  expect(ids(english).slice(0, 7)).toEqual(["goal", "sacrifice", "mode_red", "laying", "places", "places_more", "reveal"]);
});

test("a gold first round brings each location up when it is bid for", () => {
  const told = taught(german);
  expect(told.slice(2, 5).map((each) => each.told.id)).toEqual(["mode_gold", "laying", "temple"]);
  const plantation = told.find((each) => each.told.id === "plantation")!;
  expect(questionAt(german, plantation.at)).toMatchObject({ ask: "lay", groups: [{ location: "plantation" }] });
});

test("the first tie is explained by what settled it", () => {
  for (const game of games) {
    const first = taught(game).find((each) => each.told.id === "tie");
    if (!first) continue;
    const ranked = game.events[first.at - 1] as Ranked;
    const tied = ranked.ranking.find((line) => line.beats_next)!;
    expect(first.told).toMatchObject({
      key: `learn.tie.${tied.beats_next}`,
      place: ranked.location,
      seats: { player: tied.seat },
    });
  }
});

test("a question comes before what merely happened", () => {
  const change = english.asked.find((each) => each.question?.ask === "take" || each.question?.ask === "roll")!;
  const told = lesson(english.events.slice(0, change.events), change.question, new Set());
  expect(["roll", "hut_or_die"]).toContain(told?.id);
});

test("what a former round brought is no longer news", () => {
  const start = english.events.findLastIndex((event) => event.event === "round_started" && event.round === 2);
  const questions = new Set(LESSONS.filter((id) => lesson(english.events.slice(0, start + 1), null, new Set())?.id === id));
  expect([...questions]).toEqual([]);
});

test("who sees the whole end at once is told the final scoring, then the result, and no stale news of a last round", () => {
  const shown = new Set<string>();
  const told = [1, 2].map(() => {
    const next = lesson(english.events, null, shown)!.id;
    shown.add(next);
    return next;
  });
  expect(told).toEqual(["final", "end"]);
});

test("whoever knows everything is left in peace", () => {
  expect(taught(english, new Set(LESSONS))).toEqual([]);
});

test("a game without its first events, or without any, has no lesson and no error", () => {
  expect(lesson([], null, new Set())).toBeNull();
});

/** Five lines on a phone. */
const MOST = 300;

test.each(readdirSync("../src/chocolatl/i18n/locales"))(
  "every lesson of the games can be told in %s, points at a place and a rule",
  async (language) => {
    const say = await words("learn", language);
    for (const { told } of games.flatMap((game) => taught(game))) {
      const names = Object.fromEntries(Object.keys(told.seats).map((role) => [role, "Ana"]));
      const text = say(told.key, { ...told.values, ...names, toggle: "?", location: "?" });
      expect(text, told.key).not.toMatch(/[{}]|^learn\./);
      expect(text.length, `${told.key} fits a phone without scrolling`).toBeLessThanOrEqual(MOST);
      expect(told.place).toMatch(PLACES);
      expect(exists(told.rule), `${told.id}: rule ${told.rule}`).toBe(true);
    }
  },
);

test("the Dutch edition never asks which card to give back, and the ball court is explained all the same", () => {
  const told = ids(dutch);
  expect(told).not.toContain("give_back");
  expect(told).toContain("ball_court");
});
