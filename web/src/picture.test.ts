import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { fold, type Picture } from "./picture";
import type { Event } from "./wire";

interface Game {
  name: string;
  seat: number | null;
  steps: { event: Event; changes: Record<string, unknown> }[];
}

const games: Game[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));

type Tree = Record<string, unknown>;

/** Set each changed place; the empty path is the whole view. */
function apply(view: unknown, changes: Record<string, unknown>): unknown {
  const root: Tree = { view };
  for (const [path, value] of Object.entries(changes)) {
    const keys = ["view", ...path.split("/").slice(1)];
    const parent = keys.slice(0, -1).reduce((at, key) => at[key] as Tree, root);
    parent[keys.at(-1)!] = structuredClone(value);
  }
  return root.view;
}

test.each(games.map((game) => [game.name, game.seat, game] as const))(
  "%s, seat %s: the table is the server's view",
  (_, seat, game) => {
    let table: Picture | null = null;
    let view: unknown = null;
    game.steps.forEach(({ event, changes }, number) => {
      table = fold(table, event, seat);
      view = apply(view, changes);
      expect(table, `after event ${number}, ${event.event}`).toEqual(view);
    });
  },
);
