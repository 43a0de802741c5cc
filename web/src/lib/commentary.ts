// The running commentary for a screen reader: one short line per location, short enough to be spoken while it is shown.
import type { Picture } from "../picture";
import type { Event, Standing } from "../wire";
import { ordinal, signed, t } from "./i18n.svelte";
import { leader } from "./round";

export type Plain = (seat: number) => string;
type Kind<K extends Event["event"]> = Extract<Event, { event: K }>;

/** A line, and whether it may be left out when there is no time for it. */
export interface Line {
  readonly text: string;
  readonly spare: boolean;
}

const must = (text: string): Line[] => [{ text, spare: false }];
const spare = (text: string): Line[] => [{ text, spare: true }];

/** Hears events as they are shown. A location is told when it is over, with all it brought me. */
export class Commentary {
  #ranked: Kind<"ranked"> | null = null;
  #gains: string[] = [];
  #points = 0;

  constructor(private readonly name: Plain) {}

  /** What to say now. `after` is the table with the event in it; `brief`: the reveal is quick, so only what is mine. */
  hear(event: Event, after: Picture, brief = false): Line[] {
    if (event.event === "answered") return [];
    if (event.event === "ranked") return [...this.#close(after, brief), ...this.#open(event)];
    if (this.#ranked && this.#gain(event, after)) return event.event === "row_completed" ? this.#row(event, brief) : [];
    if (event.event === "asked" && !event.seats.includes(after.seat ?? -1)) return [];
    return [...this.#close(after, brief), ...this.#tell(event, after, brief)];
  }

  #open(event: Kind<"ranked">): Line[] {
    this.#ranked = event;
    [this.#gains, this.#points] = [[], 0];
    return [];
  }

  /** Does the event belong to the location that is being told? What it brings me is kept for its line. */
  #gain(event: Event, { seat }: Picture): boolean {
    if (!("seat" in event) && event.event !== "row_completed") return false;
    if (["rolled", "last_round", "leftover_rolled"].includes(event.event)) return false;
    if (!("seat" in event) || event.seat !== seat) return true;
    if (event.event === "scored") this.#points += event.points;
    else if (event.event === "exchanged") this.#gains.push(t("card.label", { card: event.won }));
    else if (event.event === "figure_taken") this.#gains.push(event.figure === "old_man" ? t("figure.old_man") : "Chocolatl");
    else if (event.event === "hut_built") this.#gains.push(t("prize.hut"));
    else if (event.event === "die_taken") this.#gains.push(t("prize.die"));
    else if (event.event === "stone_placed") this.#gains.push(t("say.stone"));
    return true;
  }

  #row(event: Kind<"row_completed">, brief: boolean): Line[] {
    return brief ? [] : spare(t("say.row", { row: event.row + 1, name: this.name(event.winner) }));
  }

  #close(after: Picture, brief: boolean): Line[] {
    const ranked = this.#ranked;
    if (!ranked) return [];
    this.#ranked = null;
    const first = ranked.ranking[0]!;
    const mine = ranked.ranking.findIndex(({ seat }) => seat === after.seat);
    const place = t(`place.${ranked.location}`);
    const gains = [...(this.#points ? [signed(this.#points)] : []), ...this.#gains];
    return spare(this.#place(place, first, mine, gains.map((gain) => `, ${gain}`).join(""), brief));
  }

  #place(place: string, first: Standing, mine: number, gains: string, brief: boolean): string {
    if (mine < 0) return t("say.place", { place, name: this.name(first.seat), total: first.total });
    const rank = ordinal(mine + 1);
    if (brief) return t("say.place.brief", { place, rank, gains });
    if (mine === 0) return t("say.place.won", { place, gains });
    return t("say.place.mine", { place, name: this.name(first.seat), rank, gains });
  }

  #tell(event: Event, after: Picture, brief: boolean): Line[] {
    switch (event.event) {
      case "round_started":
        return must(t("say.round", { round: event.round, mode: t(`bid.${event.mode}`) }));
      case "rolled":
      case "leftover_rolled":
        return event.seat === after.seat ? must(t("say.rolled", { value: event.value })) : [];
      case "last_round":
        return must(t("round.last"));
      case "round_ended":
        return must(this.#over(event.round, after));
      case "altar_opened":
        return brief ? [] : spare(t("say.altar", { cards: this.#each(event.cards) }));
      case "game_ended":
        return after.seat === null ? [] : must(t("say.end", this.#standing(event.scores, after.seat)));
      default:
        return [];
    }
  }

  #each(numbers: readonly number[]): string {
    return numbers.map((number, seat) => `${this.name(seat)} ${number}`).join(", ");
  }

  #standing(points: readonly number[], seat: number): { rank: string; mine: number } {
    const mine = points[seat]!;
    return { rank: ordinal(1 + points.filter((other) => other > mine).length), mine };
  }

  #over(round: number, picture: Picture): string {
    const { players, seat } = picture;
    const first = leader(picture);
    const lead = { name: this.name(first), points: players[first]!.box };
    if (seat === null) return t("say.over", { round, ...lead });
    if (seat === first) return t("say.over.lead", { round, points: lead.points });
    const boxes = players.map(({ box }) => box);
    return t("say.over.mine", { round, ...lead, ...this.#standing(boxes, seat) });
  }
}
