// A bid in the making: for every card the group it lies in, or null for the hand. Values may repeat, so cards go by index.
import type { Action, LayCards } from "../wire";

export type Draft = readonly (number | null)[];

export function empty(question: LayCards): Draft {
  return question.cards.map(() => null);
}

export function inGroup(draft: Draft, group: number | null): number[] {
  return draft.flatMap((where, card) => (where === group ? [card] : []));
}

export function move(draft: Draft, card: number, to: number | null): Draft {
  return draft.map((where, other) => (other === card ? to : where));
}

export function swap(draft: Draft, one: number, other: number): Draft {
  return draft.map((where, card) => (card === one ? draft[other]! : card === other ? draft[one]! : where));
}

/** Lay a card; where there is no room it changes places with the lowest card there. */
export function put(draft: Draft, card: number, group: number, question: LayCards): Draft {
  if (draft[card] === group) return draft;
  const there = inGroup(draft, group);
  return there.length < question.groups[group]!.count ? move(draft, card, group) : swap(draft, card, there[0]!);
}

export function complete(draft: Draft, question: LayCards): boolean {
  return question.groups.every((group, index) => inGroup(draft, index).length === group.count);
}

export function toAction(draft: Draft, question: LayCards): Action {
  return { do: "lay", cards: question.groups.map((_, group) => inGroup(draft, group).map((card) => question.cards[card]!)) };
}

/** The draft that leads to an answer; null when the answer is about other cards. */
export function fromAction(action: Action | null, question: LayCards): Draft | null {
  if (action?.do !== "lay" || action.cards.length !== question.groups.length) return null;
  const draft: (number | null)[] = [...empty(question)];
  for (const [group, values] of action.cards.entries())
    for (const value of values) {
      const card = question.cards.findIndex((other, index) => other === value && draft[index] === null);
      if (card < 0) return null;
      draft[card] = group;
    }
  return draft;
}

/** The offering of a group as it stands: what lies there, what is drafted, and the known modifiers. */
export function total(draft: Draft, group: number, question: LayCards): number {
  const { laid, modifiers } = question.groups[group]!;
  const drafted = inGroup(draft, group).map((card) => question.cards[card]!);
  return [...laid, ...drafted, ...modifiers.map((modifier) => modifier.value)].reduce((sum, value) => sum + value, 0);
}

/** The first group, in the order of the places, that still wants a card; null when all have theirs. */
export function nextFree(draft: Draft, question: LayCards): number | null {
  const group = question.groups.findIndex(({ count }, index) => inGroup(draft, index).length < count);
  return group < 0 ? null : group;
}

/** What is left in the hand goes to what is left on the board, low cards first, in the order of the places. */
export function fill(draft: Draft, question: LayCards): Draft {
  const rest = inGroup(draft, null).sort((a, b) => question.cards[a]! - question.cards[b]!);
  return rest.reduce<Draft>((now, card) => {
    const group = nextFree(now, question);
    return group === null ? now : move(now, card, group);
  }, draft);
}

/** An earlier bid by location, as far as the cards are still there. */
export function repeat(bid: Readonly<Record<string, readonly number[]>>, question: LayCards): Draft {
  const draft: (number | null)[] = [...empty(question)];
  for (const [group, { location, count }] of question.groups.entries())
    for (const value of (bid[location] ?? []).slice(-count)) {
      const card = question.cards.findIndex((other, index) => other === value && draft[index] === null);
      if (card >= 0) draft[card] = group;
    }
  return draft;
}
