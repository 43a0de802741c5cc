import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Event, Ranked } from "../wire";
import { strength, weakness } from "./feedback";

const games = JSON.parse(readFileSync("src/fixtures/learn.json", "utf8")) as { name: string; events: Event[] }[];
const seats = [0, 1, 2];

test.each(games.map((game) => [game.name, game.events] as const))("%s: praise is true", (_, events) => {
  const ranked = events.filter((event) => event.event === "ranked") as Ranked[];
  for (const seat of seats) {
    const { case: which, location, values } = strength(events, seat);
    if (which === "first")
      expect(ranked.filter((event) => event.location === location && event.ranking[0]!.seat === seat)).toHaveLength(
        values!.times!,
      );
    else expect(ranked.some((event) => event.ranking[0]!.seat === seat)).toBe(false);
  }
});

test.each(games.map((game) => [game.name, game.events] as const))("%s: so is advice", (_, events) => {
  const ranked = events.filter((event) => event.event === "ranked") as Ranked[];
  for (const seat of seats) {
    const { case: which, location, values } = weakness(events, seat);
    const margins = ranked
      .filter(({ ranking }) => ranking[0]!.seat === seat)
      .map((event) => [event.location, event.ranking[0]!.total - event.ranking[1]!.total]);
    if (which === "dear") expect(margins).toContainEqual([location, values!.more]);
    else expect(margins.every(([, more]) => (more as number) < 5)).toBe(true);
  }
});
