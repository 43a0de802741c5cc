// The log: what happened in words, grouped by round and location. It grows with the game and is never told twice.
import { fold, type Picture } from "../picture";
import type { Event, Location } from "../wire";
import { tell, type Name, type Sentence } from "./tell";

export interface Entry {
  /** The number of the event; the board after it is the fold of `number + 1` events. */
  readonly number: number;
  readonly seat: number | null;
  readonly sentences: readonly Sentence[];
  /** Said by the table itself: no event. */
  readonly notice?: true;
}

export interface Chapter {
  readonly key: string;
  readonly round: number;
  readonly final: boolean;
  readonly location: Location | null;
  readonly entries: readonly Entry[];
}

/** What the table said about a seat: that a bot plays for it, that its person is back. */
export interface Notice {
  /** How many events had happened. */
  readonly after: number;
  readonly seat: number | null;
  readonly text: string;
}

/** The book with notices between its entries, each after what had happened by then. */
export function withNotices(chapters: readonly Chapter[], notices: readonly Notice[]): readonly Chapter[] {
  return notices.reduce<readonly Chapter[]>((book, { after, seat, text }) => {
    const place = Math.max(
      0,
      book.findLastIndex(({ entries }) => entries[0]!.number < after),
    );
    const entry: Entry = { number: after - 1, seat, sentences: [{ text, rule: null }], notice: true };
    return book.map((chapter, i) => (i === place ? { ...chapter, entries: inserted(chapter.entries, entry) } : chapter));
  }, chapters);
}

function inserted(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.findLastIndex(({ number }) => number <= entry.number) + 1;
  return [...entries.slice(0, at), entry, ...entries.slice(at)];
}

export class LogBook {
  #chapters: Chapter[] = [];
  #picture: Picture | null = null;
  #count = 0;
  #final = false;
  #for = "";

  /** All chapters up to the last of these events; only what is new is told. `language` and `seat` begin a new book. */
  read(events: readonly Event[], seat: number | null, language: string, name: Name): readonly Chapter[] {
    const wanted = `${language}/${seat}`;
    if (events.length < this.#count || wanted !== this.#for) this.#begin(wanted);
    for (; this.#count < events.length; this.#count++) this.#add(events[this.#count]!, seat, name);
    return [...this.#chapters];
  }

  #begin(wanted: string): void {
    [this.#chapters, this.#picture, this.#count, this.#final, this.#for] = [[], null, 0, false, wanted];
  }

  #add(event: Event, seat: number | null, name: Name): void {
    const before = this.#picture;
    const picture = fold(before, event, seat);
    this.#picture = picture;
    if (event.event === "round_started") this.#final = false;
    if (worthTelling(event)) this.#write(picture, event, tell(event, name, before));
    if (event.event === "round_ended") this.#final = true;
  }

  #write(picture: Picture, event: Event, sentences: readonly Sentence[]): void {
    const location = this.#final ? null : placeOf(event, picture);
    const key = `${picture.round}/${this.#final ? "final" : location}`;
    const entry = { number: this.#count, seat: "seat" in event ? event.seat : null, sentences };
    const last = this.#chapters.at(-1);
    if (last?.key === key) this.#chapters.splice(-1, 1, { ...last, entries: [...last.entries, entry] });
    else this.#chapters.push({ key, round: picture.round, final: this.#final, location, entries: [entry] });
  }
}

/** Who is asked and that somebody has chosen is on the table already. */
function worthTelling(event: Event): boolean {
  if (event.event === "asked") return false;
  return (
    event.event !== "answered" || (event.action !== null && ["roll", "pass", "sacrifice", "give_back"].includes(event.action.do))
  );
}

function placeOf(event: Event, picture: Picture): Location | null {
  if (picture.round === 0 || event.event === "round_started" || event.event === "round_ended") return null;
  return event.event === "revealed" && event.locations.length > 1 ? null : picture.location;
}
