// My bid while I am making it: what is drafted, which card is picked up, what can be undone; kept through reloads.
import { load, save } from "../lib/settings.svelte";
import type { Action, LayCards, Location } from "../wire";
import * as drafts from "./draft";
import * as plans from "./plan";

type LastBid = plans.ByLocation;

export class Bid {
  draft = $state.raw<drafts.Draft>([]);
  picked = $state<number | null>(null);
  /** The place that the next tapped card goes to. */
  aim = $state<number | null>(null);
  drag = $state.raw<{ card: number; x: number; y: number } | null>(null);
  #past = $state.raw<readonly drafts.Draft[]>([]);
  #future = $state.raw<readonly drafts.Draft[]>([]);
  readonly last: LastBid | null;
  /** It began with cards that were laid out ahead. */
  readonly planned: boolean;
  readonly #lastKey: string;

  constructor(
    readonly table: string,
    readonly question: LayCards,
    answer: Action | null,
    /** Where drafts are kept; null: nowhere. */
    readonly memory: Storage | null = sessionStorage,
  ) {
    this.#lastKey = `chocolatl.last.${table}`;
    const begun = this.kept() ?? drafts.fromAction(answer, question);
    this.draft = begun ?? plans.laidOut(plans.kept(table, memory), question);
    this.planned = begun === null && !this.untouched;
    // One place only: there is nothing to aim at.
    if (question.groups.length === 1 && !this.complete) this.aim = 0;
    this.last = question.groups.length > 1 ? (load(this.#lastKey, memory) as LastBid | null) : null;
  }

  get hand(): number[] {
    return drafts.inGroup(this.draft, null).sort((a, b) => this.question.cards[a]! - this.question.cards[b]!);
  }
  get complete(): boolean {
    return drafts.complete(this.draft, this.question);
  }
  get untouched(): boolean {
    return this.draft.every((group) => group === null);
  }
  get left(): number {
    return this.question.groups.reduce((n, { count }, group) => n + count - this.cards(group).length, 0);
  }
  get action(): Action {
    return drafts.toAction(this.draft, this.question);
  }
  get undoable(): boolean {
    return this.#past.length > 0;
  }
  get redoable(): boolean {
    return this.#future.length > 0;
  }
  /** Something is in the hand or over the board and wants a place. */
  get holding(): boolean {
    return this.picked !== null || this.drag !== null;
  }

  group(location: Location): number {
    return this.question.groups.findIndex((group) => group.location === location);
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
  free(group: number): boolean {
    return this.cards(group).length < this.question.groups[group]!.count;
  }

  /** Tap on a card: lay it where one aims, change places with the picked one, or pick it up. */
  tap(card: number): void {
    const laid = this.draft[card] !== null;
    if (this.picked === card) return laid ? this.takeBack(card) : void (this.picked = null);
    if (this.picked !== null && (laid || this.draft[this.picked] !== null))
      return this.#set(drafts.swap(this.draft, this.picked, card));
    if (!laid && this.aim !== null) return this.#layAndAim(this.aim, card);
    this.picked = card;
  }

  /** Two taps: the next free slot, in the order of the places. */
  tapTwice(card: number): void {
    const group = drafts.nextFree(this.draft, this.question);
    if (this.draft[card] === null && group !== null) this.#layAndAim(group, card);
  }

  /** Tap on a place: the picked card goes there, or the cards tapped from now on. */
  tapPlace(group: number): void {
    if (this.picked !== null) this.#layAndAim(group, this.picked);
    else this.aim = this.aim === group || !this.free(group) ? null : group;
  }

  /** Lay a card, by default the picked one. */
  lay(group: number, card: number | null = this.picked): void {
    if (card !== null && group >= 0 && group < this.question.groups.length)
      this.#set(drafts.put(this.draft, card, group, this.question));
  }
  layAt(location: Location, card: number | null = this.picked): void {
    this.lay(this.group(location), card);
  }
  takeBack(card: number): void {
    this.#set(drafts.move(this.draft, card, null));
  }
  clear(): void {
    this.#set(drafts.empty(this.question));
  }
  fill(): void {
    this.#set(drafts.fill(this.draft, this.question));
  }
  repeat(): void {
    if (this.last) this.#set(drafts.repeat(this.last, this.question));
  }
  change(draft: drafts.Draft): void {
    this.#set(draft);
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.draft];
    this.#show(before);
  }
  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.draft];
    this.#show(after);
  }

  /** What was sent is next round's "last bid". */
  sent(): void {
    plans.forget(this.table, this.question, this.memory);
    if (this.question.groups.length < 2) return;
    const bid = this.question.groups.map(({ location, laid }, group) => [
      location,
      [...laid, ...this.cards(group).map((card) => this.value(card))],
    ]);
    save(this.#lastKey, Object.fromEntries(bid), this.memory);
    this.aim = this.picked = null;
  }

  /** What this browser remembers of the draft. */
  protected kept(): drafts.Draft | null {
    const draft = load(this.#key, this.memory) as drafts.Draft | null;
    return draft?.length === this.question.cards.length ? draft : null;
  }
  protected keep(draft: drafts.Draft): void {
    save(this.#key, draft, this.memory);
  }
  get #key(): string {
    return `chocolatl.draft.${this.table}.${this.question.turn}`;
  }

  /** End of a drag: over a location, over another card, or over the hand. */
  drop(card: number, x: number, y: number): void {
    this.drag = null;
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-card],[data-drop],[data-hand]");
    if (!under) return;
    const other = under.dataset.card === undefined ? null : Number(under.dataset.card);
    if (under.dataset.drop) this.layAt(under.dataset.drop as Location, card);
    else if (other !== null && other !== card && this.draft[other] !== null) this.#set(drafts.swap(this.draft, card, other));
    else if (this.draft[card] !== null) this.takeBack(card);
  }

  #layAndAim(group: number, card: number): void {
    this.#set(drafts.put(this.draft, card, group, this.question));
    this.aim = this.free(group) ? group : drafts.nextFree(this.draft, this.question);
  }

  #set(draft: drafts.Draft): void {
    this.#past = [...this.#past, this.draft];
    this.#future = [];
    this.#show(draft);
  }

  #show(draft: drafts.Draft): void {
    this.draft = draft;
    this.picked = null;
    if (this.aim !== null && !this.free(this.aim)) this.aim = drafts.nextFree(draft, this.question);
    this.keep(draft);
  }
}

/** A bid made ahead: kept by location, so that it fits whatever is asked later. */
export class Plan extends Bid {
  constructor(table: string, question: LayCards) {
    super(table, question, null);
  }
  protected override kept(): drafts.Draft {
    return plans.laidOut(plans.kept(this.table), this.question);
  }
  protected override keep(draft: drafts.Draft): void {
    plans.keep(this.table, draft, this.question);
  }
}
