// Which drawers a table has for whom: people who pass one device around talk to each other without it.
import type { Game } from "../lib/game.svelte";

export type Which = "log" | "chat" | "known" | "seat";

export function offered(game: Game, which: Which): boolean {
  if (which === "chat") return !game.table?.one_device;
  if (which === "seat") return game.table?.one_device ? game.device : game.seat !== null;
  return true;
}
