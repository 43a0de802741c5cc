import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { fold, type Picture } from "../picture";
import type { Event } from "../wire";
import { tell as say, use, type Language } from "./i18n.svelte";
import { tell } from "./tell";

interface Game {
  name: string;
  lang: Language;
  seat: number | null;
  steps: { event: Event; words: string[] }[];
}

const games: Game[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const NAMES = ["Ana", "Ben", "Cleo", "Dora", "Emil"];

test.each(games.map((game) => [game.lang, game.name, game.seat, game] as const))(
  "%s: %s, seat %s, told as the server tells it",
  (lang, _, seat, game) => {
    use(lang, JSON.parse(readFileSync(`../src/chocolatl/i18n/locales/${lang}/game.json`, "utf8")));
    const name = (other: number) => (other === seat ? say("name.you", { name: NAMES[other]! }) : NAMES[other]!);
    let before: Picture | null = null;
    for (const { event, words } of game.steps) {
      const lines = tell(event, name, before).map(({ text, rule }) => (rule ? say("with_rule", { text, rule }) : text));
      expect(lines).toEqual(words);
      before = fold(before, event, seat);
    }
  },
);
