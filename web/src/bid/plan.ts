// A bid made ahead, while others think or the last one is revealed: cards by location, kept through reloads.
import { load, save } from "../lib/settings.svelte";
import type { Picture } from "../picture";
import type { LayCards } from "../wire";
import { empty, inGroup, type Draft } from "./draft";

export type ByLocation = Readonly<Record<string, readonly number[]>>;
const CARDS = 2;

/** What I shall be asked next, as far as it can be known: the rest of this round, else two cards on every location. */
export function ahead(picture: Picture): LayCards | null {
  const {
    own,
    board: { locations },
  } = picture;
  if (!own) return null;
  const { laid, hand, cards } = answered(picture, own);
  const rest = locations.flatMap((location, i) =>
    laid[i]!.length < CARDS ? [{ location, count: CARDS - laid[i]!.length, laid: laid[i]!, modifiers: [] }] : [],
  );
  const begun = rest.length > 0 && laid.some((lying) => lying.length > 0);
  if (begun) return { ask: "lay", turn: -1, cards: hand, groups: rest };
  return {
    ask: "lay",
    turn: -1,
    cards,
    groups: locations.map((location) => ({ location, count: CARDS, laid: [], modifiers: [] })),
  };
}

type Own = NonNullable<Picture["own"]>;

/** My cards as they will be once the answer that I have sent takes effect. */
function answered({ asked, board }: Picture, { answer, laid, hand, cards }: Own): Pick<Own, "laid" | "hand" | "cards"> {
  if (answer?.do === "sacrifice") return { laid, hand: without(hand, [answer.card]), cards: without(cards, [answer.card]) };
  if (answer?.do !== "lay") return { laid, hand, cards };
  const more = (place: number): readonly number[] => answer.cards[asked?.locations.indexOf(board.locations[place]!) ?? -1] ?? [];
  return { laid: laid.map((lying, place) => [...lying, ...more(place)]), hand: without(hand, answer.cards.flat()), cards };
}

/** `without` of the picture, for cards that may be gone already. */
function without(cards: readonly number[], gone: readonly number[]): number[] {
  const left = [...cards];
  for (const card of gone) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left;
}

/** The plan on the slots of a question, as far as its cards are still there. */
export function laidOut(plan: ByLocation | null, question: LayCards): Draft {
  const draft: (number | null)[] = [...empty(question)];
  for (const [group, { location, count, laid }] of question.groups.entries())
    for (const value of without(plan?.[location] ?? [], laid).slice(0, count)) {
      const card = question.cards.findIndex((other, index) => other === value && draft[index] === null);
      if (card >= 0) draft[card] = group;
    }
  return draft;
}

const key = (table: string): string => `chocolatl.plan.${table}`;

export function kept(table: string, memory: Storage | null = sessionStorage): ByLocation | null {
  return load(key(table), memory) as ByLocation | null;
}

export function keep(table: string, draft: Draft, question: LayCards): void {
  const planned = question.groups.map(({ location }, group) => [
    location,
    inGroup(draft, group).map((card) => question.cards[card]!),
  ]);
  save(key(table), Object.fromEntries(planned), sessionStorage);
}

/** What is laid need not be planned any more. */
export function forget(table: string, { groups }: LayCards, memory: Storage | null = sessionStorage): void {
  const plan = kept(table, memory);
  if (!plan) return;
  const full = new Set<string>(groups.flatMap(({ location, count, laid }) => (laid.length + count >= CARDS ? [location] : [])));
  save(key(table), Object.fromEntries(Object.entries(plan).filter(([location]) => !full.has(location))), memory);
}
