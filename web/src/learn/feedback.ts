// What a newcomer did well in a finished game and could do better, read off its rankings.
import type { Event, Location, Ranked } from "../wire";
import type { Found } from "./lessons";

/** So many points more than needed is a card thrown away. */
const WASTED = 5;

const rankings = (events: readonly Event[]): Ranked[] => events.filter((event) => event.event === "ranked");

/** The location at which this seat came first most often; never first: how often second. */
export function strength(events: readonly Event[], seat: number): Found {
  const won = new Map<Location, number>();
  for (const { location, ranking } of rankings(events))
    if (ranking[0]?.seat === seat) won.set(location, (won.get(location) ?? 0) + 1);
  const [best] = [...won].sort(([, a], [, b]) => b - a);
  if (best) return { place: best[0], rule: "3.6", case: "first", location: best[0], values: { times: best[1] } };
  const second = rankings(events).filter(({ ranking }) => ranking[1]?.seat === seat).length;
  return { place: "track", rule: "3.6", case: "second", values: { times: second } };
}

/** The win that cost most more than it had to; else the times last at the drink; else nothing to complain of. */
export function weakness(events: readonly Event[], seat: number): Found {
  const wins = rankings(events).filter(({ ranking }) => ranking[0]?.seat === seat && ranking[1]);
  const [dear] = wins
    .map(({ location, ranking }) => ({ location, more: ranking[0]!.total - ranking[1]!.total }))
    .sort((a, b) => b.more - a.more);
  if (dear && dear.more >= WASTED)
    return { place: dear.location, rule: "3.6", case: "dear", location: dear.location, values: { more: dear.more } };
  const last = events.filter((event) => event.event === "scored" && event.source === "drink_last" && event.seat === seat).length;
  if (last > 1) return { place: "drink", rule: "4.5", case: "drink", values: { times: last } };
  return { place: "track", rule: "3.6", case: "nothing" };
}
