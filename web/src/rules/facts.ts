// The numbers in the texts come from the board that is played on; none is written in a catalogue.
import type { Board } from "../wire";
import type { Params } from "../lib/i18n.svelte";
import type { Say } from "./words";

/** Every number of the board that a text may name. */
export function numbers(board: Board): Record<string, number> {
  return {
    cards: board.cards.length,
    lowest: Math.min(...board.cards),
    highest: Math.max(...board.cards),
    hand: 2 * board.locations.length,
    cubes: board.cubes,
    goal: board.goal,
    rounds: board.rounds,
    low_count: board.improvements_low.length,
    high_count: board.improvements_high.length,
    boxes: board.pyramid.reduce((sum, row) => sum + row.boxes, 0),
    lead: board.pyramid_lead,
    drink_last: board.drink_last,
    first_only: firstOnly(board),
    ball_first: board.ball_first,
    ball_second: board.ball_second,
  };
}

/** The first round in which the second gets nothing for the drink. */
function firstOnly(board: Board): number {
  const round = board.drink.findIndex((drink) => drink.second === 0);
  return round < 0 ? board.rounds : round + 1;
}

/** The numbers, and the lists of them, in a language. */
export function facts(board: Board, say: Say, language: string): Params {
  const list = new Intl.ListFormat(language);
  const each = (values: readonly (number | string)[]) => list.format(values.map(String));
  return {
    ...numbers(board),
    rows: each(board.pyramid.map((row) => row.boxes)),
    bonuses: each(board.pyramid.map((row) => row.bonus)),
    track: each(board.track.map((colour) => say(`rules.colour.${colour}`))),
    low_pile: span(board.improvements_low),
    high_pile: span(board.improvements_high),
  };
}

/** 5–10 for consecutive cards, else all of them. */
export function span(cards: readonly number[]): string {
  const sorted = [...cards].sort((a, b) => a - b);
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  const gapless = sorted.every((card, i) => card === low + i);
  return gapless && sorted.length > 1 ? `${low}–${high}` : sorted.join(", ");
}
