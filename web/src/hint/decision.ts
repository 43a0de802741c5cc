// The last choice a seat had before a position of a finished game, and what it did with it.
import type { Action, Event, Location } from "../wire";

export interface Decision {
  /** How many events led to the question. */
  readonly at: number;
  readonly locations: readonly Location[];
  readonly answer: Action | null;
}

export function lastDecision(events: readonly Event[], at: number, seat: number): Decision | null {
  for (let number = Math.min(at, events.length) - 1; number >= 0; number--) {
    const event = events[number]!;
    if (event.event === "asked" && event.seats.includes(seat))
      return { at: number + 1, locations: event.locations, answer: answerTo(events, event.turn, seat) };
  }
  return null;
}

/** The last one counts: an answer may be changed until everyone has chosen. */
function answerTo(events: readonly Event[], turn: number, seat: number): Action | null {
  const given = events.findLast((event) => event.event === "answered" && event.turn === turn && event.seat === seat);
  return given?.event === "answered" ? given.action : null;
}

/** The same choice, in whatever order the cards of a place are named. */
export function same(one: Action, other: Action | null): boolean {
  return other !== null && JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(action: Action): unknown {
  return action.do === "lay" ? action.cards.map((cards) => [...cards].sort((a, b) => a - b)) : Object.entries(action).sort();
}
