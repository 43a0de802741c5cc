// Where a game stands, as far as the coach cares: what happened in this round and what is asked now.
import type { Event, LayCards, Location, Question, Ranked, Standing } from "../wire";

type Kind = Event["event"];
type Of<K extends Kind> = Extract<Event, { event: K }>;
type Asked<A extends Question["ask"]> = Extract<Question, { ask: A }>;

export class Moment {
  /** The events of the current round; what is older is no longer news. */
  readonly recent: readonly Event[];

  constructor(
    readonly events: readonly Event[],
    readonly question: Question | null,
    readonly seat: number | null,
  ) {
    const start = events.findLastIndex((event) => event.event === "round_started");
    this.recent = start < 0 ? events : events.slice(start);
  }

  /** The question, if it is of this kind. */
  asked<A extends Question["ask"]>(kind: A): Asked<A> | null {
    return this.question?.ask === kind ? (this.question as Asked<A>) : null;
  }

  /** The latest event of this kind in this round, if it passes. */
  latest<K extends Kind>(kind: K, passes: (event: Of<K>) => boolean = () => true): Of<K> | null {
    const found = this.recent.findLast((event) => event.event === kind && passes(event as Of<K>));
    return (found as Of<K> | undefined) ?? null;
  }

  get round(): Of<"round_started"> | null {
    return this.latest("round_started");
  }

  /** The table is set up by the first event. */
  get board(): Of<"started">["board"] | null {
    const first = this.events[0];
    return first?.event === "started" ? first.board : null;
  }

  /** Is this location bid for on its own now (gold), or has it just been ranked? */
  about(location: Location): boolean {
    const groups = this.asked("lay")?.groups ?? [];
    return (groups.length === 1 && groups[0]!.location === location) || this.ranked(location) !== null;
  }

  ranked(location: Location): Ranked | null {
    return this.latest("ranked", (event) => event.location === location);
  }
}

/** A modifier of this source on one of the offerings to lay cards for. */
export function modifier(question: LayCards | null, source: "huts" | "old_man", location?: Location): number | null {
  const groups = question?.groups.filter((group) => !location || group.location === location) ?? [];
  return groups.flatMap((group) => group.modifiers).find((found) => found.source === source)?.value ?? null;
}

/** The first two equal offerings of a ranking. */
export function firstTie(ranked: Ranked): readonly [Standing, Standing] | null {
  const at = ranked.ranking.findIndex((line) => line.beats_next !== null);
  return at < 0 ? null : [ranked.ranking[at]!, ranked.ranking[at + 1]!];
}
