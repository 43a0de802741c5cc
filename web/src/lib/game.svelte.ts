// Everything the page knows about one table: what the server said, what is shown of it, and what I am about to answer.
import { foldAll, type Picture } from "../picture";
import type { Action, Ask, ChatLine, Code, Constants, Event, Fairness, Presence, ServerMessage, Table } from "../wire";
import { settings } from "./settings.svelte";
import { hex, newId, TableSocket } from "./socket";
import { Stage } from "./stage.svelte";

const NONCE_BYTES = 16;
/** Milliseconds in which the coach can ask for quiet, even when nothing else is waited for. */
const COACHED = 5;

export interface Refusal {
  readonly code: Code;
  readonly expected: string;
}

export class Game {
  table = $state.raw<Table | null>(null);
  seat = $state.raw<number | null>(null);
  events = $state.raw<readonly Event[]>([]);
  ask = $state.raw<Ask | null>(null);
  presence = $state.raw<readonly Presence[]>([]);
  spectators = $state(0);
  chat = $state.raw<readonly ChatLine[]>([]);
  muted = $state.raw<readonly number[]>([]);
  fairness = $state.raw<Fairness | null>(null);
  warned = $state.raw<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  connected = $state(true);
  /** Numbers of the rules, for sentences about consequences; known soon after the page stands. */
  constants = $state.raw<Constants | null>(null);
  /** Number of events in the past that one looks at; null: now. */
  at = $state<number | null>(null);
  clockOffset = $state(0);
  stage: Stage;
  #socket: TableSocket | null = null;
  #nonce = hex(NONCE_BYTES);
  /** A game that is opened comes in parts: they are kept here and shown together when all have come. */
  #parts: Event[] | null = null;
  #lastOfParts = -1;

  constructor(readonly id: string, onPlay: (event: Event, number: number) => void = () => {}) {
    this.stage = new Stage(() => settings.speed, onPlay, () => (this.table?.learn ? COACHED : 0));
  }

  connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new TableSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`, {
      hello: () => ({ type: "hello", last: (this.#parts ?? this.events).length - 1, nonce: this.#nonce }),
      message: (message) => this.receive(message),
      connected: (up) => (this.connected = up),
    });
  }

  close(): void {
    this.#socket?.close();
  }

  /** The table now, or as it was at the line of the log one has clicked. */
  get picture(): Picture | null {
    return this.at === null ? this.stage.picture : foldAll(this.events.slice(0, this.at), this.seat);
  }

  /** The open question, once everything that led to it has been shown. */
  get question(): Ask["question"] {
    const open = this.ask?.question;
    return open && !this.stage.busy && this.at === null && this.stage.picture?.turn === open.turn ? open : null;
  }

  get answered(): boolean {
    return this.ask?.answer != null;
  }

  answer(action: Action): void {
    if (!this.ask?.question) return;
    this.refusal = null;
    this.#socket?.send({ type: "answer", id: newId(), turn: this.ask.question.turn, action });
  }

  say(text: string): void {
    this.#socket?.send({ type: "say", id: newId(), text });
  }

  mute(seat: number, muted: boolean): void {
    this.#socket?.send({ type: "mute", id: newId(), seat, muted });
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.clockOffset = message.now - Date.now() / 1000;
        this.#awaitParts(message.first, message.last);
        return this.#sit(message.table, message.seat);
      case "table":
        return this.#sit(message.table, message.seat);
      case "events":
        return this.#happened(message.first, message.events);
      case "ask":
        this.ask = message;
        this.warned = null;
        return;
      case "refused":
        this.refusal = message;
        return;
      case "presence":
        this.presence = message.seats;
        this.spectators = message.spectators;
        return;
      case "chat":
        this.chat = merged(this.chat, message.lines);
        return;
      case "muted":
        this.muted = message.seats;
        return;
      case "warned":
        this.warned = message.deadline;
        return;
      case "fairness":
        this.fairness = message;
    }
  }

  #sit(table: Table, seat: number | null): void {
    const moved = seat !== this.seat && (this.#parts ?? this.events).length > 0;
    this.table = table;
    this.seat = seat;
    // What was sent to a spectator does not show the seat's own cards: ask for everything again.
    if (moved) this.#again();
  }

  #again(): void {
    this.events = [];
    this.#parts = null;
    this.#socket?.close();
    this.connect();
  }

  /** My own answer, here or in another tab, comes back as an event. */
  #answeredByMe(event: Event): void {
    if (event.event !== "answered" || event.seat !== this.seat || event.turn !== this.ask?.question?.turn) return;
    this.ask = { ...this.ask, answer: event.action };
  }

  #awaitParts(first: number, last: number): void {
    if (this.events.length > 0) return;
    this.#parts = first === 0 ? [] : (this.#parts ?? []);
    this.#lastOfParts = last;
  }

  #happened(first: number, events: readonly Event[]): void {
    if (this.#parts) {
      this.#parts.push(...events.slice(Math.max(0, this.#parts.length - first)));
      if (this.#parts.length <= this.#lastOfParts) return;
      first = 0;
      events = this.#parts;
      this.#parts = null;
    }
    const fresh = events.slice(Math.max(0, this.events.length - first));
    const begin = this.events.length === 0;
    this.events = [...this.events, ...fresh];
    for (const event of fresh) this.#answeredByMe(event);
    if (begin) this.stage.jump(this.events, this.seat);
    else this.stage.push(fresh);
  }
}

function merged(old: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const known = new Set(old.map((line) => line.number));
  return [...old, ...more.filter((line) => !known.has(line.number))].sort((a, b) => a.number - b.number);
}
