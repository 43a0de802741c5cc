import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { fold, type Picture } from "../picture";
import type { Event } from "../wire";
import { Commentary } from "./commentary";
import { use } from "./i18n.svelte";
import { VOICE } from "./speech.svelte";
import { pause } from "./stage.svelte";

interface Game {
  name: string;
  seat: number | null;
  steps: { event: Event }[];
}
interface Round {
  game: string;
  said: string[];
  seconds: number;
  /** Seconds that a voice needs for it. */
  spoken: number;
}

const games: Game[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
// As long as the names of bots get.
const NAMES = ["Ameyal", "Yaretzi", "Citlali", "Itztli", "Papan"];
const LANGUAGES = ["en", "nl", "de", "fr"];

function speak(language: string): void {
  const file = (name: string): object =>
    JSON.parse(readFileSync(`../src/chocolatl/i18n/locales/${language}/${name}.json`, "utf8")) as object;
  use(language, { ...file("game"), ...file("page") });
}

/** Every round of a game, and its final scoring: what is said, and how long it is shown. */
function rounds({ name, seat, steps }: Game, tempo: number): Round[] {
  const commentary = new Commentary((other) => NAMES[other]!);
  const all: Round[] = [];
  let picture: Picture | null = null;
  for (const { event } of steps) {
    picture = fold(picture, event, seat);
    if (event.event === "round_started" || event.event === "altar_opened" || !all.length)
      all.push({ game: name, said: [], seconds: 0, spoken: 0 });
    const now = all.at(-1)!;
    now.said.push(...commentary.hear(event, picture, tempo < 1).map(({ text }) => text));
    now.seconds += (pause(event) * tempo) / 1000;
    now.spoken = now.said.join(" ").length / VOICE;
  }
  return all.filter(({ seconds }) => seconds > 0);
}

test.each(LANGUAGES)("%s: what is said of a round takes no longer than it is shown", (language) => {
  speak(language);
  for (const tempo of [1, 0.7]) {
    const all = games.flatMap((game) => rounds(game, tempo));
    expect(all.filter(({ spoken, seconds }) => spoken > seconds)).toEqual([]);
  }
});

test("it tells every location once, with what it brought me, and how the round ended", () => {
  speak("en");
  const game = games.find(({ seat, steps }) => seat !== null && steps.some(({ event }) => event.event === "altar_opened"))!;
  const first = rounds(game, 1).find(({ said }) => said.some((line) => line.startsWith("Round 1,")))!;
  const places = ["Temple", "Plantation", "City", "Pyramid", "Cacao drink", "Ball court"];
  expect(first.said.filter((line) => places.some((place) => line.startsWith(`${place}:`)))).toHaveLength(6);
  expect(first.said.at(-1)).toMatch(/^Round 1: /);
  expect(first.said.join("\n")).not.toMatch(/undefined|[a-z]+\.[a-z]+\./);
});
