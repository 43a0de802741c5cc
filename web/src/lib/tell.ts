// Any event in words: the same sentences, from the same catalogue, as src/chocolatl/words on the server.
import type { Picture } from "../picture";
import type { Action, Event, Location, Standing } from "../wire";
import { list, signed, tell as say, type Params } from "./i18n.svelte";

export interface Sentence {
  readonly text: string;
  readonly rule: string | null;
}

export type Name = (seat: number) => string;
type Kind<K extends Event["event"]> = Extract<Event, { event: K }>;

/** What happened, why, and by which rule. `before` is the table as the event found it. */
export function tell(event: Event, name: Name, before: Picture | null): Sentence[] {
  const { rule } = event;
  const one = (key: string, params: Params = {}, by: string = rule): Sentence[] => [ruled(key, by, params)];
  const who = "seat" in event && event.seat !== null ? name(event.seat) : "";
  switch (event.event) {
    case "started":
      return one("event.started", { names: list(event.line.map(name)) });
    case "asked":
      return one(askedKey(event), { names: list(event.seats.map(name)), at: event.locations[0] ? at(event.locations[0]) : "" });
    case "answered":
      return answered(event, name, before);
    case "round_started":
      return roundStarted(event, name);
    case "revealed":
      return revealed(event, name);
    case "rolled":
      return one("event.rolled", { name: who, value: event.value, at: at(event.location) });
    case "ranked":
      return [...one("event.ranked", { location: place(event.location) }), ...ranked(event.ranking, name)];
    case "scored":
      return scored(event, who);
    case "figure_taken": {
      const key = `event.figure_taken.${event.figure}`;
      if (event.before === null) return one(key, { name: who });
      return event.before === event.seat
        ? one(`${key}.keeps`, { name: who })
        : one(`${key}.from`, { name: who, before: name(event.before) });
    }
    case "hut_built":
      return withCube("event.hut_built", event, who, before, {});
    case "stone_placed":
      return withCube("event.stone_placed", event, who, before, { row: event.row + 1 });
    case "die_taken":
      return one("event.die_taken", { name: who });
    case "row_completed":
      return rowCompleted(event, name);
    case "exchanged":
      return event.lost === null
        ? one("event.exchanged.hidden", { name: who, won: event.won })
        : one("event.exchanged", { name: who, won: event.won, lost: event.lost });
    case "last_round":
      return one(`event.last_round.${event.reason}`, { name: who });
    case "round_ended":
      return one("event.round_ended", { round: event.round });
    case "altar_opened":
      return one("event.altar_opened", { cards: perPlayer(event.cards.map(String), name) });
    case "leftover_rolled":
      return one("event.leftover_rolled", { name: who, value: event.value });
    case "game_ended":
      return gameEnded(event, name);
  }
}

function ruled(key: string, rule: string, params: Params): Sentence {
  return { text: say(key, params), rule };
}

export function at(location: Location): string {
  return say(`at.${location}`);
}

function place(location: Location): string {
  return say(`location.${location}`);
}

export function summed(cards: readonly number[]): string {
  return cards.join(" + ");
}

function perPlayer(texts: readonly string[], name: Name): string {
  return texts.map((text, seat) => say("name.each", { name: name(seat), text })).join(", ");
}

function bids(locations: readonly Location[], groups: readonly (readonly number[])[]): string {
  if (locations.length !== groups.length) return groups.map(summed).join(", ");
  return groups.map((cards, i) => `${place(locations[i]!)} ${summed(cards)}`).join(", ");
}

function askedKey(event: Kind<"asked">): string {
  const which = event.kind !== "lay" ? "" : event.locations.length === 1 ? ".one" : ".all";
  return `event.asked.${event.kind}${which}`;
}

function answered(event: Kind<"answered">, name: Name, before: Picture | null): Sentence[] {
  const who = name(event.seat);
  const again = Boolean(before?.asked && before.players[event.seat]!.answered);
  const lines = again ? [ruled("event.answered.again", event.rule, { name: who })] : [];
  if (event.action) lines.push(action(event, event.action, name, before));
  else if (!again) lines.push(ruled("event.answered.hidden", event.rule, { name: who }));
  return lines;
}

function action(event: Kind<"answered">, done: Action, name: Name, before: Picture | null): Sentence {
  const key = `event.answered.${done.do}`;
  const who = name(event.seat);
  switch (done.do) {
    case "sacrifice":
    case "give_back":
      return ruled(key, event.rule, { name: who, card: done.card });
    case "lay":
      return ruled(key, event.rule, { name: who, bids: bids(before?.asked?.locations ?? [], done.cards) });
    case "take":
      return ruled(`${key}.${done.prize}`, event.rule, { name: who });
    case "place_first":
      return ruled(key, event.rule, { name: who, other: name(done.seat) });
    default:
      return ruled(key, event.rule, { name: who });
  }
}

function roundStarted(event: Kind<"round_started">, name: Name): Sentence[] {
  const { round, box } = event;
  const mode = say(`mode.${event.mode}`);
  const why =
    round === 1 ? firstRound(event) : ruled("event.round_started", event.rule, { round, mode, name: name(event.leader), box });
  const lines = [
    why,
    ruled(`mode.${event.mode}.means`, "2.3", {}),
    ruled("event.round_started.harvest", "2.1", { dice: event.harvest.join(", ") }),
  ];
  if (event.improvements.length)
    lines.push(ruled("event.round_started.improvements", "2.1", { cards: event.improvements.join(", ") }));
  return lines;
}

/** By the edition, or because box 0 is red. */
function firstRound({ round, mode }: Kind<"round_started">): Sentence {
  const [why, rule] = mode === "gold" ? ["gold", "7"] : ["red", "2.2"];
  return ruled(`event.round_started.first.${why}`, rule!, { round, mode: say(`mode.${mode}`) });
}

function revealed(event: Kind<"revealed">, name: Name): Sentence[] {
  if (event.locations.length === 1) {
    const cards = perPlayer(
      event.cards.map((groups) => summed(groups[0]!)),
      name,
    );
    return [ruled("event.revealed", event.rule, { location: place(event.locations[0]!), cards })];
  }
  return event.cards.map((groups, seat) =>
    ruled("event.revealed.all", event.rule, { name: name(seat), bids: bids(event.locations, groups) }),
  );
}

/** The lines of a ranking and, for each tie, which part of 3.6 settled it. */
export function ranked(ranking: readonly Standing[], name: Name): Sentence[] {
  const lines: Sentence[] = ranking.map((line, i) => ({
    text: say("event.ranked.line", { rank: i + 1, name: name(line.seat), total: line.total, parts: parts(line).join(", ") }),
    rule: null,
  }));
  return [...lines, ...ties(ranking, name)];
}

export function ties(ranking: readonly Standing[], name: Name): Sentence[] {
  return ranking.flatMap((line, i) =>
    line.beats_next
      ? [ruled(`tie.${line.beats_next}`, "3.6", { winner: name(line.seat), loser: name(ranking[i + 1]!.seat) })]
      : [],
  );
}

/** What an offering is made of (3.1). */
export function parts(line: Standing): string[] {
  const found = [say("part.cards", { cards: summed(line.cards) })];
  if (line.huts) found.push(say("part.huts", { value: signed(line.huts) }));
  if (line.old_man) found.push(say("part.old_man", { value: signed(line.old_man) }));
  if (line.dice.length) found.push(say("part.dice", { dice: summed(line.dice) }));
  return found;
}

function scored(event: Kind<"scored">, who: string): Sentence[] {
  const what = { name: who, box: event.box, source: say(`source.${event.source}`) };
  if (event.points !== event.due) return [ruled("event.scored.stopped", "3.9", { ...what, n: -event.points, due: -event.due })];
  if (event.due < 0) return [ruled("event.scored.loss", event.rule, { ...what, n: -event.points })];
  return [ruled("event.scored", event.rule, { ...what, n: event.points })];
}

function withCube(
  key: string,
  event: Kind<"hut_built" | "stone_placed">,
  who: string,
  before: Picture | null,
  more: Params,
): Sentence[] {
  if (before?.players[event.seat]!.cubes === 0) return [ruled(`${key}.no_cubes`, "4.7", { name: who, ...more })];
  return [ruled(key, event.rule, { name: who, ...more })];
}

function rowCompleted(event: Kind<"row_completed">, name: Name): Sentence[] {
  const most = event.stones[event.winner]!;
  const winner = name(event.winner);
  const lines = [ruled("event.row_completed", event.rule, { row: event.row + 1, name: winner, n: most })];
  if (!event.tie) return lines;
  const rivals = event.stones.flatMap((count, seat) => (count === most && seat !== event.winner ? [name(seat)] : []));
  return [...lines, ruled(`tie.${event.tie}`, "3.6", { winner, loser: list(rivals) })];
}

function gameEnded(event: Kind<"game_ended">, name: Name): Sentence[] {
  const scores = perPlayer(event.scores.map(String), name);
  const winners = { names: list(event.winners.map(name)), n: Math.max(...event.scores) };
  return [ruled("event.game_ended", event.rule, { scores }), ruled(`result.${event.by}`, event.rule, winners)];
}
