// Which rule matters now for the first time. Pure: the same game and memory always give the same lesson.
import type { Event, Location, Question } from "../wire";
import { numbers } from "../rules/facts";
import { strength, weakness } from "./feedback";
import { firstTie, modifier, Moment } from "./moment";

export type Place = Location | "altar" | "track" | "hand" | "mode" | `player-${number}`;

/** What one lesson points at; `case` where it reads differently, `seats` and `location` are names to fill in. */
export interface Found {
  readonly place: Place;
  readonly rule: string;
  readonly case?: string;
  readonly values?: Readonly<Record<string, number>>;
  readonly seats?: Readonly<Record<string, number>>;
  readonly location?: Location;
}

export interface Lesson {
  readonly id: LessonId;
  readonly key: string;
  readonly place: Place;
  readonly rule: string;
  readonly values: Readonly<Record<string, number>>;
  readonly seats: Readonly<Record<string, number>>;
  readonly location: Location | null;
}

type Look = (now: Moment) => Found | null;

const when = (holds: unknown, found: Found): Found | null => (holds ? found : null);

/** All locations are bid for at once, and none has been seen yet. */
const firstRound = (now: Moment): boolean => (now.asked("lay")?.groups.length ?? 0) > 1 && now.round?.round === 1;

const mode =
  (colour: "gold" | "red" | "green"): Look =>
  (now) =>
    when(now.asked("lay") && now.round?.mode === colour, { place: "mode", rule: "2.3" });

/** What a player is asked now: these come before what merely happened. */
const QUESTIONS = {
  goal: (now) => when(now.asked("sacrifice"), { place: "track", rule: "6.3" }),
  sacrifice: (now) => when(now.asked("sacrifice"), { place: "altar", rule: "1.6" }),
  ending: (now) => when(now.asked("lay") && (now.round?.round ?? 1) > 1, { place: "track", rule: "5.1" }),
  counting: (now) => when(now.asked("lay") && (now.round?.round ?? 1) > 1, { place: "altar", rule: "6.1" }),
  next_mode: (now) => {
    const round = now.round;
    if (!now.asked("lay") || !round || round.round === 1) return null;
    return { place: "track", rule: "2.2", case: round.mode, values: { box: round.box }, seats: { player: round.leader } };
  },
  mode_gold: mode("gold"),
  mode_red: mode("red"),
  mode_green: mode("green"),
  laying: (now) => when(now.asked("lay"), { place: "hand", rule: "3.1" }),
  places: (now) => when(firstRound(now), { place: "temple", rule: "4" }),
  places_more: (now) => when(firstRound(now), { place: "pyramid", rule: "4" }),
  second_card: (now) => when(now.asked("lay")?.groups[0]?.laid.length, { place: "hand", rule: "2.3" }),
  hut_modifier: (now) => when(modifier(now.asked("lay"), "huts") !== null, { place: `player-${now.seat ?? 0}`, rule: "3.2" }),
  old_man_helps: (now) => when((modifier(now.asked("lay"), "old_man", "temple") ?? 0) > 0, { place: "temple", rule: "3.3" }),
  roll: (now) => {
    const asked = now.asked("roll");
    return asked && { place: asked.location, rule: "3.4", values: { dice: asked.dice } };
  },
  hut_or_die: (now) => {
    const asked = now.asked("take");
    return asked && { place: "city", rule: "4.3", seats: { player: asked.second } };
  },
  order: (now) => when(now.asked("place_first"), { place: "pyramid", rule: "4.4" }),
  give_back: (now) => {
    const asked = now.asked("give_back");
    return asked && { place: "hand", rule: "4.6", values: { won: asked.won } };
  },
  deduce: (now) => {
    const other = now.seat === 0 ? 1 : 0;
    return when(now.asked("lay") && now.round && now.round.round > 1, { place: `player-${other}`, rule: "2.4" });
  },
} satisfies Record<string, Look>;

/** What has just happened, in the order in which a round brings it up. */
const EVENTS = {
  final: (now) => when(now.latest("altar_opened"), { place: "altar", rule: "6.1" }),
  end: (now) => {
    const event = now.latest("game_ended");
    return event && { place: "track", rule: "6.3", case: event.by, seats: { player: event.winners[0]! } };
  },
  well: (now) => (now.latest("game_ended") && now.seat !== null ? strength(now.events, now.seat) : null),
  better: (now) => (now.latest("game_ended") && now.seat !== null ? weakness(now.events, now.seat) : null),
  last_round: (now) => {
    const event = now.latest("last_round");
    if (!event || now.latest("game_ended")) return null;
    const place: Place = event.reason === "goal" ? "track" : event.reason === "cubes" ? `player-${event.seat ?? 0}` : "drink";
    return { place, rule: "5.1", case: event.reason, seats: { player: event.seat ?? 0 } };
  },
  reveal: (now) => {
    const event = now.latest("revealed", (revealed) => revealed.locations.length === 1);
    return event && { place: event.locations[0]!, rule: "3.1" };
  },
  ranking: (now) => {
    const event = now.latest("ranked");
    const first = event?.ranking[0];
    return event && first
      ? { place: event.location, rule: "3.6", values: { total: first.total }, seats: { player: first.seat } }
      : null;
  },
  tie: (now) => {
    const event = now.latest("ranked", (ranked) => firstTie(ranked) !== null);
    const tie = event && firstTie(event);
    if (!tie) return null;
    const [above, below] = tie;
    return {
      place: event.location,
      rule: "3.6",
      case: above.beats_next!,
      values: { total: above.total },
      seats: { player: above.seat, other: below.seat },
    };
  },
  temple: (now) => when(now.about("temple"), { place: "temple", rule: "4.1" }),
  old_man: (now) => {
    const event = now.latest("figure_taken", (taken) => taken.figure === "old_man");
    if (!event) return null;
    const own = event.seat === now.seat ? "mine" : "other";
    return { place: `player-${event.seat}`, rule: "3.3", case: own, seats: { player: event.seat } };
  },
  plantation: (now) => when(now.about("plantation"), { place: "plantation", rule: "4.2" }),
  city: (now) => when(now.about("city"), { place: "city", rule: "4.3" }),
  bonus_die: (now) =>
    when(
      now.latest("die_taken", (taken) => taken.seat === now.seat),
      { place: `player-${now.seat ?? 0}`, rule: "3.4" },
    ),
  pyramid: (now) => when(now.about("pyramid"), { place: "pyramid", rule: "4.4" }),
  row: (now) => {
    const event = now.latest("row_completed");
    return event && { place: "pyramid", rule: "4.4.1", seats: { player: event.winner } };
  },
  drink: (now) => when(now.about("drink"), { place: "drink", rule: "4.5" }),
  drink_last: (now) => {
    const event = now.latest("scored", (scored) => scored.source === "drink_last");
    if (!event) return null;
    const lost = -event.points;
    return {
      place: "track",
      rule: "4.5",
      case: lost === -event.due ? "all" : lost ? "some" : "none",
      values: { lost },
      seats: { player: event.seat },
    };
  },
  ball_court: (now) => when(!now.latest("last_round") && now.about("ball_court"), { place: "ball_court", rule: "4.6" }),
  ball_points: (now) => when(now.latest("last_round") && now.about("ball_court"), { place: "ball_court", rule: "5.2" }),
} satisfies Record<string, Look>;

const ALL: Readonly<Record<string, Look>> = { ...QUESTIONS, ...EVENTS };

export type LessonId = keyof typeof QUESTIONS | keyof typeof EVENTS;
export const LESSONS = Object.keys(ALL) as readonly LessonId[];

/** These are explained by the cards in hand, or by the offerings that are just being shown. */
const BESIDE_THE_BOARD: ReadonlySet<string> = new Set<LessonId>(["reveal", "ranking", "tie"]);

export function aboutTheBoard({ id, place }: Lesson): boolean {
  return place !== "hand" && !BESIDE_THE_BOARD.has(id);
}

/** The lesson that is due now, or null; `shown` are those already understood. */
export function lesson(
  events: readonly Event[],
  question: Question | null,
  shown: ReadonlySet<string>,
  seat: number | null = 0,
): Lesson | null {
  const now = new Moment(events, question, seat);
  for (const id of LESSONS) {
    const found = shown.has(id) ? null : ALL[id]!(now);
    if (found) return told(id, found, now);
  }
  return null;
}

function told(id: LessonId, found: Found, now: Moment): Lesson {
  return {
    id,
    key: found.case ? `learn.${id}.${found.case}` : `learn.${id}`,
    place: found.place,
    rule: found.rule,
    values: { ...(now.board ? numbers(now.board) : {}), ...found.values },
    seats: found.seats ?? {},
    location: found.location ?? null,
  };
}
