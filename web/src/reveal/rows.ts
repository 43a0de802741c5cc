// What a reveal shows, player by player: cards, what is newly turned, dice, and the sum only once it may be seen.
import type { Picture } from "../picture";
import type { Scene } from "../lib/stage.svelte";
import type { Event, Standing } from "../wire";

export interface Row {
  readonly seat: number;
  readonly cards: readonly number[];
  /** How many of the cards are turned up in this scene, the last ones. */
  readonly fresh: number;
  readonly dice: readonly number[];
  readonly line: Standing | null;
  readonly points: number;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** What a sum is made of: cards, what huts and the old man change, dice. */
export function partsOf({ cards, dice, line }: Pick<Row, "cards" | "dice" | "line">): string {
  const parts = [...cards, line?.huts ?? 0, line?.old_man ?? 0, ...dice].filter((part, i) => i < cards.length || part !== 0);
  return parts.map((part, i) => (i === 0 ? part : part < 0 ? `− ${-part}` : `+ ${part}`)).join(" ");
}

/** In ranking order once it is known (`standing`: as it is before dice), before that whoever is furthest behind first. */
export function rowsOf(scene: Scene, picture: Picture, standing: readonly Standing[] | null = null): Row[] {
  const ranking = scene.events.find((event) => event.event === "ranked")?.ranking ?? standing;
  const revealed = scene.events.find((event) => event.event === "revealed");
  const place = picture.board.locations.indexOf(scene.location!);
  const fresh = (seat: number): number => revealed?.cards[seat]?.[0]?.length ?? 0;
  const points = (seat: number): number =>
    sum(scene.events.flatMap((event) => (event.event === "scored" && event.seat === seat ? [event.points] : [])));
  if (ranking)
    return ranking.map((line) => ({
      seat: line.seat,
      cards: line.cards,
      fresh: fresh(line.seat),
      dice: line.dice,
      line,
      points: points(line.seat),
    }));
  return picture.line.map((seat) => {
    const { shown, rolled } = picture.players[seat]!;
    return { seat, cards: shown[place] ?? [], fresh: fresh(seat), dice: rolled, line: null, points: 0 };
  });
}

const HARVEST = ["harvest_first", "harvest_second", "harvest_third"];

/** The prize on the table that an event hands out, by the name it has there; null when it hands out none. */
export function prizeOf(event: Event, won = 0): string | null {
  if (event.event === "figure_taken") return event.figure;
  if (event.event === "hut_built") return "hut";
  if (event.event === "die_taken") return "die";
  if (event.event === "exchanged") return `ball-${won}`;
  if (event.event !== "scored") return null;
  if (HARVEST.includes(event.source)) return `harvest-${HARVEST.indexOf(event.source)}`;
  return event.source.startsWith("drink") ? "drink" : null;
}

/** What has left the table in this scene. */
export function prizesGone(scene: Scene): ReadonlySet<string> {
  const won = scene.events.filter((event) => event.event === "exchanged");
  const names = scene.events.map((event) => prizeOf(event, event.event === "exchanged" ? won.indexOf(event) : 0));
  return new Set(names.filter((name) => name !== null && name !== "drink") as string[]);
}
