// My bid while I am making it: what is drafted, which card is picked up; kept through reloads.
import type { Action, LayCards, Location } from "../wire";
import * as drafts from "./draft";
import { load, save } from "./settings.svelte";

export class Bid {
  draft = $state.raw<drafts.Draft>([]);
  picked = $state<number | null>(null);
  drag = $state.raw<{ card: number; x: number; y: number } | null>(null);
  descending = $state(false);
  readonly #key: string;

  constructor(table: string, readonly question: LayCards, answer: Action | null) {
    this.#key = `chocolatl.draft.${table}.${question.turn}`;
    const kept = load(this.#key, sessionStorage) as drafts.Draft | null;
    const usable = kept?.length === question.cards.length ? kept : null;
    this.draft = drafts.fromAction(answer, question) ?? usable ?? drafts.empty(question);
  }

  get hand(): number[] {
    const cards = drafts.inGroup(this.draft, null);
    const order = this.descending ? -1 : 1;
    return cards.sort((a, b) => order * (this.question.cards[a]! - this.question.cards[b]!));
  }
  get complete(): boolean {
    return drafts.complete(this.draft, this.question);
  }
  get action(): Action {
    return drafts.toAction(this.draft, this.question);
  }
  /** The drafted cards by location, for the board. */
  get byLocation(): Partial<Record<Location, number[]>> {
    const entries = this.question.groups.map(({ location }, group) => [location, this.cards(group).map((card) => this.value(card))]);
    return Object.fromEntries(entries) as Partial<Record<Location, number[]>>;
  }

  value(card: number): number {
    return this.question.cards[card]!;
  }
  cards(group: number): number[] {
    return drafts.inGroup(this.draft, group);
  }
  total(group: number): number {
    return drafts.total(this.draft, group, this.question);
  }

  /** Tap on a card: pick it up, put it down again, or let it change places with the picked one. */
  tap(card: number): void {
    if (this.picked === null) this.picked = card;
    else if (this.picked === card) this.picked = null;
    else if (this.draft[card] === null && this.draft[this.picked] === null) this.picked = card;
    else this.#set(drafts.swap(this.draft, this.picked, card));
  }

  /** Lay a card, by default the picked one. */
  lay(group: number, card: number | null = this.picked): void {
    if (card !== null && group >= 0) this.#set(drafts.put(this.draft, card, group, this.question));
  }
  layAt(location: Location, card: number | null = this.picked): void {
    this.lay(this.question.groups.findIndex((group) => group.location === location), card);
  }
  takeBack(card: number): void {
    this.#set(drafts.move(this.draft, card, null));
  }
  clear(): void {
    this.#set(drafts.empty(this.question));
  }
  change(draft: drafts.Draft): void {
    this.#set(draft);
  }

  /** End of a drag: over a location, over another card, or over the hand. */
  drop(card: number, x: number, y: number): void {
    this.drag = null;
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-card],[data-drop],[data-hand]");
    if (!under) return;
    const other = under.dataset.card === undefined ? null : Number(under.dataset.card);
    if (under.dataset.drop) this.layAt(under.dataset.drop as Location, card);
    else if (other !== null && other !== card && this.draft[other] !== null) this.#set(drafts.swap(this.draft, card, other));
    else this.takeBack(card);
  }

  #set(draft: drafts.Draft): void {
    this.draft = draft;
    this.picked = null;
    save(this.#key, draft, sessionStorage);
  }
}
