import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Event } from "../wire";
import { bySource, course } from "./points";

const games: { name: string; seat: number | null; steps: { event: Event }[] }[] = JSON.parse(
  readFileSync("src/fixtures/games.json", "utf8"),
);

test.each(games.map((game) => [game.name, game.seat, game] as const))(
  "%s, seat %s: every point at the end has its source",
  (_, __, game) => {
    const events = game.steps.map(({ event }) => event);
    const end = events.at(-1)!;
    if (end.event !== "game_ended") throw new Error("a fixture is a whole game");
    const sums = [...bySource(events, end.scores.length).values()].reduce((total, row) =>
      total.map((points, seat) => points + row[seat]!),
    );
    expect(sums).toEqual(end.scores);
    expect(course(events, end.scores.length).scores.at(-1)).toEqual(end.scores);
  },
);

test("the games are of both versions of the rules", () => {
  expect(new Set(games.map(({ steps }) => (steps[0]!.event as Extract<Event, { event: "started" }>).version))).toEqual(
    new Set(["1", "2"]),
  );
});
