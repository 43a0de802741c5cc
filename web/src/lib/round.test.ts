import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { fold, type Picture } from "../picture";
import type { Event } from "../wire";
import { colourOf, leader } from "./round";

const games: { name: string; seat: number | null; steps: { event: Event }[] }[] = JSON.parse(
  readFileSync("src/fixtures/games.json", "utf8"),
);

test.each(games.map((game) => [game.name, game.seat, game] as const))(
  "%s, seat %s: what the page announces for the next round is what the rules decide",
  (_, seat, game) => {
    let table: Picture | null = null;
    let rounds = 0;
    for (const { event } of game.steps) {
      if (event.event === "round_started" && event.round > 1) {
        const ahead = leader(table!);
        expect([ahead, table!.players[ahead]!.box, colourOf(table!.board, event.box)]).toEqual([
          event.leader,
          event.box,
          event.mode,
        ]);
        rounds += 1;
      }
      table = fold(table, event, seat);
    }
    expect(rounds).toBeGreaterThan(2);
  },
);
