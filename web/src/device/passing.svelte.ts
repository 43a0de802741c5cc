// Who holds the device that is passed around. The page looks with everyone's eyes; one person's eyes are opened only while that
// person looks, and nothing of them is left when the cover is shown.
import { Game } from "../lib/game.svelte";
import type { Asked } from "../wire";

/** Questions that nobody else may see the answer to; all others are answered aloud. */
const SECRET = new Set<Asked["kind"]>(["sacrifice", "lay", "give_back"]);
/** Milliseconds. Cards that come later than this would come when nobody expects them any more. */
const PATIENCE = 8000;

export class Passing {
  /** The table through one person's eyes, while that person holds the device. */
  hand = $state.raw<Game | null>(null);
  /** Whoever takes the device, if not the next in turn. */
  chosen = $state<number | null>(null);
  /** Who has answered last here, and the turn it was in. */
  last = $state.raw<{ readonly turn: number; readonly seat: number } | null>(null);
  /** How often cards did not come. */
  failures = $state(0);
  /** The turn for which the cover is shown; others begin with a look at the table together. */
  #covered = $state<number | null>(null);
  /** Answered here, and perhaps not told by the server yet. */
  #answered = $state.raw<readonly number[]>([]);
  #turn = -1;
  #begun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: Game) {}

  /** The secret question that the table waits for, once everything that led to it has been shown. */
  get asked(): Asked | null {
    const { stage, at } = this.game;
    const asked = stage.busy || at !== null ? null : (stage.picture?.asked ?? null);
    return asked && SECRET.has(asked.kind) ? asked : null;
  }

  /** The people here who owe an answer, in the order in which they take the device: around the table from whoever had it. */
  get waiting(): readonly number[] {
    const { asked, game } = this;
    const [seats, picture] = [game.table?.seats, game.stage.picture];
    if (!asked || !seats || !picture) return [];
    const done = (seat: number): boolean => picture.players[seat]!.answered || this.#answered.includes(seat);
    const people = asked.seats.filter((seat) => seats[seat]!.kind === "person" && !seats[seat]!.held && !done(seat));
    const from = this.last?.turn === asked.turn ? this.last.seat : -1;
    return [...people.filter((seat) => seat > from), ...people.filter((seat) => seat < from)];
  }

  get next(): number | null {
    const { waiting, chosen } = this;
    return chosen !== null && waiting.includes(chosen) ? chosen : (waiting[0] ?? null);
  }

  get covered(): boolean {
    return this.next !== null && this.#covered === this.asked?.turn;
  }

  /** Somebody's cards are on the page. */
  get open(): boolean {
    return Boolean(this.hand?.stage.picture && this.hand.question);
  }

  /** Call when anything about the table has changed. A page that has just been opened begins with the cover. */
  watch(): void {
    const picture = this.game.stage.picture;
    if (!picture) return;
    if (!this.#begun) [this.#begun, this.#covered] = [true, picture.turn];
    if (this.hand && (this.#turn !== picture.turn || !this.asked)) this.#drop();
    if (this.#turn !== picture.turn) [this.#turn, this.#answered, this.chosen] = [picture.turn, [], null];
  }

  cover(): void {
    this.#drop();
    this.#covered = this.asked?.turn ?? null;
  }

  /** Everybody looks at the table. */
  look(): void {
    this.#drop();
    this.#covered = null;
  }

  /** The next person has said that it is them: from now on their cards may be seen. */
  take(): void {
    const [seat, turn] = [this.next, this.asked?.turn];
    if (seat === null || turn === undefined || this.hand) return;
    const hand: Game = new Game(
      this.game.id,
      () => {},
      seat,
      () => this.#done(hand, seat, turn),
    );
    hand.constants = this.game.constants;
    this.hand = hand;
    this.#timer = setTimeout(() => this.#giveUp(), PATIENCE);
    hand.connect();
  }

  #giveUp(): void {
    if (this.open) return;
    this.#drop();
    this.failures += 1;
  }

  #done(hand: Game, seat: number, turn: number): void {
    if (this.hand !== hand) return;
    this.last = { turn, seat };
    this.#answered = [...this.#answered, seat];
    this.chosen = null;
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.hand?.close();
    this.hand = null;
  }
}
