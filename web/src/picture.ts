// The picture of the table is the fold of the events a seat was sent. No rules here: every event carries its effect.
import type { Action, Event, Location, OwnView, PlayerView, View } from "./wire";

export type Picture = Omit<View, "question" | "history">;
export type Cards = readonly number[];

/** The table after one more event, as this seat (or a spectator: null) sees it. */
export function fold(table: Picture | null, event: Event, seat: number | null): Picture {
  if (event.event === "started") return started(event, seat);
  if (!table) throw new Error(`${event.event} before the table was set up`);
  return follow(table, event);
}

export function foldAll(events: readonly Event[], seat: number | null, from: Picture | null = null): Picture | null {
  return events.reduce<Picture | null>((table, event) => fold(table, event, seat), from);
}

function started(event: Extract<Event, { event: "started" }>, seat: number | null): Picture {
  const { board, rules, line, version } = event;
  const empty = board.locations.map(() => []);
  const player: PlayerView = {
    box: 0,
    cubes: board.cubes,
    huts: 0,
    dice: 0,
    shown: empty,
    rolled: [],
    pool: board.cards,
    sacrifice: null,
    answered: false,
  };
  const own: OwnView = { cards: board.cards, hand: board.cards, sacrifice: null, laid: empty, answer: null };
  return {
    seat,
    rules,
    board,
    line,
    players: Array.from({ length: event.players }, () => player),
    round: 0,
    mode: null,
    location: null,
    harvest: [],
    improvements: [],
    chocolatl: null,
    old_man: null,
    pyramid: [],
    last: null,
    ranking: [],
    asked: null,
    turn: 0,
    passes: 0,
    result: null,
    own: seat === null ? null : own,
    version,
  };
}

function follow(table: Picture, event: Exclude<Event, { event: "started" }>): Picture {
  switch (event.event) {
    case "asked":
      return asked(table, event);
    case "answered":
      return answered(table, event);
    case "round_started": {
      const { round, mode, harvest, improvements } = event;
      return { ...table, round, mode, harvest, improvements, location: null, ranking: [] };
    }
    case "revealed":
      return revealed(table, event);
    case "rolled":
      return change(table, event.seat, (p) => ({ dice: p.dice - 1, rolled: [...p.rolled, event.value] }));
    case "ranked":
      return { ...everyone(table, () => ({ rolled: [] })), location: event.location, ranking: event.ranking, passes: 0 };
    case "scored":
      return { ...change(table, event.seat, () => ({ box: event.box })), line: event.line };
    case "figure_taken":
      return { ...table, [event.figure]: event.seat };
    case "hut_built":
      return change(table, event.seat, (p) => ({ huts: p.huts + 1, cubes: Math.max(0, p.cubes - 1) }));
    case "die_taken":
      return change(table, event.seat, (p) => ({ dice: p.dice + 1 }));
    case "stone_placed":
      return {
        ...change(table, event.seat, (p) => ({ cubes: Math.max(0, p.cubes - 1) })),
        pyramid: [...table.pyramid, event.seat],
      };
    case "row_completed":
      return table;
    case "exchanged":
      return exchanged(table, event);
    case "last_round":
      return { ...table, last: event.reason };
    case "round_ended":
      return roundEnded(table);
    case "altar_opened":
      return everyone(table, (_, seat) => ({ sacrifice: event.cards[seat]! }));
    case "leftover_rolled":
      return change(table, event.seat, (p) => ({ dice: p.dice - 1 }));
    case "game_ended":
      return { ...table, result: event };
  }
}

type Change = (player: PlayerView, seat: number) => Partial<PlayerView>;

function everyone(table: Picture, changed: Change): Picture {
  return { ...table, players: table.players.map((player, seat) => ({ ...player, ...changed(player, seat) })) };
}

function change(table: Picture, seat: number, changed: Change): Picture {
  return everyone(table, (player, other) => (other === seat ? changed(player, seat) : {}));
}

function own(table: Picture, changed: (own: OwnView) => Partial<OwnView>): OwnView | null {
  return table.own && { ...table.own, ...changed(table.own) };
}

function asked(table: Picture, event: Extract<Event, { event: "asked" }>): Picture {
  const location = event.locations.length === 1 ? event.locations[0]! : table.location;
  const nobody = everyone(table, () => ({ answered: false }));
  return { ...nobody, asked: event, turn: event.turn, location, own: own(table, () => ({ answer: null })) };
}

function answered(table: Picture, event: Extract<Event, { event: "answered" }>): Picture {
  const question = table.asked!;
  const after = change(table, event.seat, () => ({ answered: true }));
  const mine = event.seat === table.seat ? own(table, () => ({ answer: event.action })) : table.own;
  if (question.seats.some((seat) => !after.players[seat]!.answered)) return { ...after, own: mine };
  const passes = question.kind !== "roll" ? table.passes : event.action?.do === "pass" ? table.passes + 1 : 0;
  const closed = everyone(after, () => ({ answered: false }));
  return { ...closed, asked: null, passes, own: mine && settled(table, mine, question.locations) };
}

/** All have answered: what the seat itself chose now takes effect. */
function settled(table: Picture, mine: OwnView, locations: readonly Location[]): OwnView {
  const done = { ...mine, answer: null };
  const action: Action | null = mine.answer;
  if (action?.do === "sacrifice") {
    const cards = without(mine.cards, [action.card]);
    return { ...done, cards, hand: cards, sacrifice: action.card };
  }
  if (action?.do !== "lay") return done;
  const laid = grouped(table, mine.laid, locations, action.cards);
  return { ...done, laid, hand: without(mine.hand, action.cards.flat()) };
}

function revealed(table: Picture, event: Extract<Event, { event: "revealed" }>): Picture {
  const location = event.locations.length === 1 ? event.locations[0]! : table.location;
  const shown = everyone(table, (player, seat) => {
    const groups = grouped(table, player.shown, event.locations, event.cards[seat]!);
    return { shown: groups, ...seenThrough(table, player, groups) };
  });
  return { ...shown, location, ranking: [] };
}

/** When all cards of the round are up, everyone knows them, and so the card that is missing. */
function seenThrough(table: Picture, player: PlayerView, shown: readonly Cards[]): Partial<PlayerView> {
  const seen = shown.flat().sort((a, b) => a - b);
  if (seen.length < 2 * table.board.locations.length) return {};
  return { pool: seen, sacrifice: player.sacrifice ?? without(player.pool, seen)[0] ?? null };
}

function exchanged(table: Picture, event: Extract<Event, { event: "exchanged" }>): Picture {
  const open = table.rules.give_back === "lowest";
  const gone = event.lost === null ? [] : [event.lost];
  const after = change(table, event.seat, (p) => ({ pool: sorted([...without(p.pool, open ? gone : []), event.won]) }));
  if (event.seat !== table.seat) return after;
  return { ...after, own: own(table, (mine) => ({ cards: sorted([...without(mine.cards, gone), event.won]) })) };
}

function roundEnded(table: Picture): Picture {
  const empty = table.board.locations.map(() => []);
  const back = everyone(table, () => ({ shown: empty }));
  return { ...back, location: null, ranking: [], own: own(table, (mine) => ({ hand: mine.cards, laid: empty })) };
}

function grouped(table: Picture, groups: readonly Cards[], locations: readonly Location[], more: readonly Cards[]): Cards[] {
  return groups.map((group, place) => {
    const index = locations.indexOf(table.board.locations[place]!);
    return index < 0 ? [...group] : [...group, ...more[index]!];
  });
}

export function without(cards: Cards, gone: Cards): number[] {
  const left = [...cards];
  for (const card of gone) left.splice(left.indexOf(card), 1);
  return left;
}

export function sorted(cards: Cards): number[] {
  return [...cards].sort((a, b) => a - b);
}
