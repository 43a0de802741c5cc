// Every die, shuffle and stack of a game, drawn again from the key, and the first that was told differently.
import type { Event, Started } from "../../wire";
import { stream } from "./hashes";

export interface Difference {
  /** Number of the event. */
  readonly event: number;
  readonly what: "stack" | "harvest" | "cards" | "bonus" | "leftover";
}

/** A number below `limit`, each with the same chance: as many bytes as it needs, those of an incomplete run passed over. */
function below(limit: number, bytes: Iterator<number>): number {
  let width = 1;
  while (256 ** width < limit) width += 1;
  const fair = 256 ** width - (256 ** width % limit);
  for (;;) {
    let drawn = 0;
    for (let i = 0; i < width; i += 1) drawn = drawn * 256 + bytes.next().value;
    if (drawn < fair) return drawn % limit;
  }
}

export class Dice {
  constructor(private readonly key: Uint8Array) {}

  die(purpose: string): number {
    return below(6, stream(this.key, purpose)) + 1;
  }

  /** Fisher-Yates from the last place down. */
  shuffled(purpose: string, items: readonly number[]): number[] {
    const mixed = [...items];
    const bytes = stream(this.key, purpose);
    for (let top = mixed.length - 1; top > 0; top -= 1) {
      const other = below(top + 1, bytes);
      [mixed[top], mixed[other]] = [mixed[other]!, mixed[top]!];
    }
    return mixed;
  }
}

/** The first outcome of chance in these events that the key does not give. */
export function firstDifference(events: readonly Event[], dice: Dice): Difference | null {
  const started = events[0] as Started;
  const { improvements_high: high, improvements_low: low } = started.board;
  const piles = [dice.shuffled("pile/high", high), dice.shuffled("pile/low", low)];
  const rolls = new Map<string, number>();
  let round = 0;
  for (const [number, event] of events.entries()) {
    const what = wrong(event);
    if (what) return { event: number, what };
  }
  return null;

  function wrong(event: Event): Difference["what"] | null {
    switch (event.event) {
      case "started":
        return same(event.line, dice.shuffled("stack", [...Array(event.players).keys()])) ? null : "stack";
      case "round_started":
        round += 1;
        return wrongRound(event);
      case "rolled": {
        const roll = `bonus/${round}/${event.location}/${event.seat}`;
        const nth = (rolls.get(roll) ?? 0) + 1;
        rolls.set(roll, nth);
        return event.value === dice.die(`${roll}/${nth}`) ? null : "bonus";
      }
      case "leftover_rolled":
        return event.value === dice.die(`final/${event.seat}`) ? null : "leftover";
      default:
        return null;
    }
  }

  function wrongRound(event: Extract<Event, { event: "round_started" }>): Difference["what"] | null {
    const faces = [1, 2, 3].map((n) => dice.die(`harvest/${round}/${n}`)).sort((a, b) => b - a);
    if (event.round !== round || !same(event.harvest, faces)) return "harvest";
    const turned = piles.filter((pile) => round <= pile.length).map((pile) => pile[round - 1]!);
    return same(event.improvements, turned) ? null : "cards";
  }
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
