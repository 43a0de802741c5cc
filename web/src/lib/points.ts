// A finished game in numbers: points by source, and the course of the scores.
import type { Event, Source } from "../wire";

export type Heading = "temple" | "plantation" | "pyramid" | "drink" | "ball_court" | "stones" | "figures" | "sacrifice" | "dice";

const HEADINGS: Record<Source, Heading> = {
  temple: "temple",
  harvest_first: "plantation",
  harvest_second: "plantation",
  harvest_third: "plantation",
  row: "pyramid",
  drink_first: "drink",
  drink_second: "drink",
  drink_last: "drink",
  ball_first: "ball_court",
  ball_second: "ball_court",
  stones: "stones",
  most_stones: "stones",
  chocolatl: "figures",
  old_man: "figures",
  sacrifice: "sacrifice",
  highest_sacrifice: "sacrifice",
  leftover_die: "dice",
};
export const ORDER: readonly Heading[] = [
  "temple",
  "plantation",
  "pyramid",
  "drink",
  "ball_court",
  "stones",
  "figures",
  "sacrifice",
  "dice",
];

/** Points by heading, one number per seat. */
export function bySource(events: readonly Event[], players: number): Map<Heading, number[]> {
  const table = new Map(ORDER.map((heading) => [heading, Array.from({ length: players }, () => 0)]));
  for (const event of events) if (event.event === "scored") table.get(HEADINGS[event.source])![event.seat]! += event.points;
  return table;
}

export interface Course {
  readonly scores: readonly number[][];
  /** Where each round begins, as an index into the scores. */
  readonly rounds: readonly number[];
}

/** The scores after every location and after every part of the final scoring. */
export function course(events: readonly Event[], players: number): Course {
  const now = Array.from({ length: players }, () => 0);
  const scores = [[...now]];
  const rounds: number[] = [];
  for (const event of events) {
    if (event.event === "scored") now[event.seat] = event.box;
    if (event.event === "round_started") rounds.push(scores.length - 1);
    if (["ranked", "round_ended", "altar_opened", "game_ended"].includes(event.event)) scores.push([...now]);
  }
  return { scores, rounds };
}
