// What each seat has gained since the round began.
import type { Event } from "../wire";

export function gained(events: readonly Event[], players: number): number[] {
  const start = events.findLastIndex((event) => event.event === "round_started");
  const sums = Array.from({ length: players }, () => 0);
  for (const event of events.slice(start + 1)) if (event.event === "scored") sums[event.seat]! += event.points;
  return sums;
}
