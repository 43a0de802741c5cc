// The log: what happened in words, grouped by round and location.
import { fold, type Picture } from "../picture";
import type { Event, Location } from "../wire";
import { tell, type Name, type Sentence } from "./tell";

export interface Entry {
  /** The number of the event; the board after it is the fold of `number + 1` events. */
  readonly number: number;
  readonly seat: number | null;
  readonly sentences: readonly Sentence[];
}

export interface Chapter {
  readonly key: string;
  readonly round: number;
  readonly final: boolean;
  readonly location: Location | null;
  readonly entries: Entry[];
}

/** Who is asked and that somebody has chosen is on the table already. */
function worthTelling(event: Event): boolean {
  if (event.event === "asked") return false;
  return event.event !== "answered" || (event.action !== null && ["roll", "pass", "sacrifice", "give_back"].includes(event.action.do));
}

export function chapters(events: readonly Event[], seat: number | null, name: Name): Chapter[] {
  const found: Chapter[] = [];
  let picture: Picture | null = null;
  let final = false;
  for (const [number, event] of events.entries()) {
    const before: Picture | null = picture;
    picture = fold(picture, event, seat);
    if (event.event === "round_started") final = false;
    if (!worthTelling(event)) continue;
    const location = picture.round && !picture.result ? placeOf(event, picture) : null;
    const key = `${picture.round}/${final ? "final" : location}`;
    if (found.at(-1)?.key !== key) found.push({ key, round: picture.round, final, location: final ? null : location, entries: [] });
    found.at(-1)!.entries.push({ number, seat: "seat" in event ? event.seat : null, sentences: tell(event, name, before) });
    if (event.event === "round_ended") final = true;
  }
  return found;
}

function placeOf(event: Event, picture: Picture): Location | null {
  if (event.event === "round_started" || event.event === "round_ended") return null;
  return event.event === "revealed" && event.locations.length > 1 ? null : picture.location;
}
