import { expect, test } from "vitest";

import type { Event } from "../wire";
import games from "../fixtures/games.json";
import { moments, stretches, swing } from "./moments";

const played = (games as unknown as { steps: { event: Event }[] }[])
  .map(({ steps }) => steps.map(({ event }) => event))
  .filter((events) => events.at(-1)?.event === "game_ended");
const ended = (events: Event[]) => events.at(-1) as Extract<Event, { event: "game_ended" }>;

test("there are whole games to look at", () => expect(played.length).toBeGreaterThan(0));

test.each(played.map((events) => [events]))("all stretches together make the final scores", (events) => {
  const { scores } = ended(events);
  const all = stretches(events, scores.length);
  expect(all.at(-1)!.after).toEqual(scores);
  for (const [seat, points] of scores.entries())
    for (const [other, theirs] of scores.entries())
      expect(all.reduce((sum, stretch) => sum + swing(stretch, seat, other), 0)).toBe(points - theirs);
});

test.each(played.map((events) => [events]))("every moment is a position of the game, told once and in order", (events) => {
  const { scores, winners } = ended(events);
  const told = moments(events, scores, winners);
  const numbers = told.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(numbers.every((number) => number > 0 && number <= events.length)).toBe(true);
  const largest = Math.max(
    ...stretches(events, scores.length).map((stretch) =>
      Math.max(...scores.map((_, other) => Math.abs(swing(stretch, winners[0]!, other)))),
    ),
  );
  for (const moment of told) if ("points" in moment) expect(moment.points).toBeLessThanOrEqual(largest);
});

test("after the lead is taken for good nobody else is in front", () => {
  for (const events of played) {
    const { scores, winners } = ended(events);
    const taken = moments(events, scores, winners).find(({ kind }) => kind === "lead");
    if (!taken) continue;
    const later = stretches(events, scores.length).filter(({ number }) => number >= taken.number);
    expect(later.every(({ after }) => Math.max(...after) === after[winners[0]!])).toBe(true);
  }
});
