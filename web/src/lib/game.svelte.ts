// Everything the page knows about one table: what the server said, what is shown of it, and what I am about to answer.
import { pointless } from "../ask/roll";
import { foldAll, type Picture } from "../picture";
import type {
  Action,
  Answer,
  Ask,
  ChatLine,
  Clocks,
  Code,
  Constants,
  Event,
  Fairness,
  Phrase,
  Presence,
  ServerMessage,
  Table,
} from "../wire";
import { TableClocks } from "./clock.svelte";
import type { Trouble } from "./fair/seen";
import type { Verdict, Witness } from "./fair/witness";
import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import { Follower } from "./follow";
import { newId, TableSocket } from "./socket";
import { pause, Stage } from "./stage.svelte";
import { Talk } from "./talk.svelte";

const PROTOCOL = 2;
/** Codes that say that the draw went on while our message about it was on its way. */
const OVERTAKEN: readonly Code[] = ["wrong_phase", "wrong_attempt", "not_in_draw"];
/** Codes that say that the same message may be accepted later. */
const NOT_NOW: readonly Code[] = ["too_fast", "busy"];
/** Milliseconds after which it is sent again. */
const PATIENCE = 1000;
/** Milliseconds in which the coach can ask for quiet, even when nothing else is waited for. */
const COACHED = 5;
/** The part of a clock's time that is for the answer: whoever has paused a reveal for too long is shown the rest faster. */
const TO_ANSWER = 2 / 3;
/** Milliseconds in which a spectator has seen what came last. */
const BEHIND = 20_000;

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
  /** Why this page does not trust the draw of the dice, as soon as it knows. */
  distrust = $state.raw<Trouble | null>(null);
  /** This page opened its number in the draw, and the server says that it did not come. */
  lost = $state(false);
  /** Everybody's time to answer, as the server told it last. */
  clocks = $state.raw<Clocks | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  connected = $state(true);
  /** An answer waits for the connection to come back. */
  pending = $state(false);
  /** Numbers of the rules, for sentences about consequences; known soon after the page stands. */
  constants = $state.raw<Constants | null>(null);
  /** Seconds that somebody must be away before the others may call a bot. */
  awaySeconds = $state(180);
  /** Number of events in the past that one looks at; null: now. */
  at = $state<number | null>(null);
  clockOffset = $state(0);
  /** This browser is passed around between the people of the table. */
  device = $state(false);
  /** How many events the screen in the room has shown; null: there is none. */
  screenAt = $state.raw<number | null>(null);
  /** There was one since this page came: phones may show only their hands. */
  screenSeen = $state(false);
  /** This page is that screen. */
  pacing = $state(false);
  stage: Stage;
  talk: Talk;
  time = new TableClocks(
    () => this.clocks,
    () => this.table?.pace,
    () => this.clockOffset,
  );
  #socket: TableSocket | null = null;
  /** A game that is opened comes in parts: they are kept here and shown together when all have come. */
  #parts: Event[] | null = null;
  #lastOfParts = -1;
  #witness: Promise<Witness> | null = null;
  #drawIds = new Set<string>();
  /** My last answer: it is repeated until the server has it, because nobody may be there to repeat it. */
  #sent: Answer | null = null;
  #sawLobby = false;
  /** The question that was reported as shown. */
  #reported = -1;
  /** When events came last. */
  #arrived = 0;
  #follower = new Follower();

  constructor(
    readonly id: string,
    onPlay: (event: Event, number: number) => void = () => {},
    /** Through whose eyes a device that is passed around looks, and what to do when that one has answered. */
    readonly eyes: number | null = null,
    private readonly onAnswered: () => void = () => {},
    /** Of a screen in the room its code, or nothing where the browser's cookie opens it; null: a page of one person. */
    readonly screen: string | null = null,
  ) {
    this.talk = new Talk(this);
    this.stage = new Stage(
      () => (this.clocked && settings.speed === "slow" ? "normal" : settings.speed),
      (event, number) => {
        onPlay(event, number);
        if (this.screen !== null && pause(event)) this.#show(number + 1);
      },
      () => (this.table?.learn ? COACHED : 0),
      () => this.#room(),
      { limit: () => this.#follower.limit(), want: (events) => this.#tell({ type: "next_step", id: newId(), events }) },
    );
  }

  /** Milliseconds for what is yet to be shown: with a clock running most of the time is left for the answer; who only looks on keeps pace. */
  #room(): number {
    if (this.device || this.pacing) return Infinity;
    if (this.seat === null) return this.#arrived + BEHIND - Date.now();
    const pace = this.table?.pace;
    if (!this.clocked || !this.ask?.question || this.ask.answer || this.ask.deadline === null) return Infinity;
    const seconds = pace?.pace === "live" ? pace.seconds : pace?.pace === "bank" ? pace.increment : 0;
    return 1000 * (this.ask.deadline - this.clockOffset - Date.now() / 1000 - seconds * TO_ANSWER);
  }

  /** Does everybody have to be here, because a clock runs in seconds? */
  get clocked(): boolean {
    return this.table?.pace.pace === "live" || this.table?.pace.pace === "bank";
  }

  /** Say, once per question and connection, that my page has shown what led to it: my clock starts. */
  reportShown(): void {
    const turn = this.ask?.question?.turn;
    if (!this.clocked || turn === undefined || this.answered || this.#reported === turn) return;
    this.#reported = turn;
    this.#socket?.tell({ type: "shown", last: this.stage.played - 1 });
  }

  connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new TableSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`, {
      hello: () => ({
        type: "hello",
        last: (this.#parts ?? this.events).length - 1,
        protocol: PROTOCOL,
        seat: this.eyes,
        screen: this.screen,
      }),
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

  /** Who is asked: I, or on a device that is passed around whoever answers aloud. */
  get asker(): number {
    return this.ask?.seat ?? this.seat ?? 0;
  }

  /** The open question, once everything that led to it has been shown. */
  get question(): Ask["question"] {
    const open = this.ask?.question;
    return open && !this.stage.busy && this.at === null && this.stage.picture?.turn === open.turn ? open : null;
  }

  /**
   * The turn of a roll that changes nothing: it is passed, unless somebody likes to be asked.
   * Its number, because two of them may follow each other within one frame of the socket.
   */
  get idle(): number | null {
    const question = this.question;
    if (question?.ask !== "roll" || this.answered || settings.askAll) return null;
    return pointless(question, this.asker) ? question.turn : null;
  }

  /** Nothing of a bid is kept in a browser that the next person takes. */
  get memory(): Storage | null {
    return this.table?.one_device ? null : sessionStorage;
  }

  get answered(): boolean {
    return this.ask?.answer != null;
  }

  answer(action: Action): void {
    if (!this.ask?.question) return;
    this.refusal = null;
    this.pending = !this.connected;
    const seat = this.seat === null ? this.ask.seat : null;
    this.#sent = { type: "answer", id: newId(), turn: this.ask.question.turn, action, seat };
    this.#socket?.send(this.#sent);
  }

  /** Of a screen: tell the pages of the table where it is; hidden, it is no screen. */
  #show(events: number): void {
    this.#tell({ type: "showing", id: newId(), events: document.hidden ? null : events });
  }

  /** Of a screen: the same again, because it was hidden or is seen again, or has just come. */
  show(): void {
    this.#show(this.stage.played);
  }

  #tell(message: Parameters<TableSocket["tell"]>[0]): void {
    this.#socket?.tell(message);
  }

  say(text: string): void {
    this.#socket?.send({ type: "say", id: newId(), text, phrase: null, name: this.#name() });
  }

  phrase(phrase: Phrase): void {
    this.#socket?.send({ type: "say", id: newId(), text: "", phrase, name: this.#name() });
  }

  /** What this browser's person is called; never empty. */
  get myName(): string {
    return settings.name.trim() || t("home.guest");
  }

  /** Who only looks on has no name at the table. */
  #name(): string | null {
    return this.seat === null ? this.myName : null;
  }

  /** Try to connect at once. */
  reconnect(): void {
    this.#socket?.retry();
  }

  mute(seat: number, muted: boolean): void {
    this.#socket?.send({ type: "mute", id: newId(), seat, muted });
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.clockOffset = message.now - Date.now() / 1000;
        this.#awaitParts(message.first, message.last);
        this.#sawLobby = message.last < 0;
        this.#drawIds.clear();
        this.#reported = -1;
        this.#sit(message.table, message.seat);
        if (this.screen !== null) this.show();
        return this.#takePart(true);
      case "table":
        this.#sit(message.table, message.seat);
        return this.#takePart(false);
      case "events":
        return this.#happened(message.first, message.events);
      case "ask":
        this.ask = message;
        this.pending = false;
        return;
      case "refused":
        return this.#refused(message);
      case "presence":
        this.presence = message.seats;
        this.spectators = message.spectators;
        return;
      case "chat":
        this.chat = merged(this.chat, message.lines);
        this.talk.heard(message.lines);
        return;
      case "muted":
        this.muted = message.seats;
        return;
      case "clocks":
        this.clocks = message;
        return;
      case "screen":
        return this.#follow(message.events, message.mine);
      case "step_wanted":
        // Five people who want the same step get one.
        if (message.events >= this.stage.began) this.stage.next();
        return;
      case "fairness":
        this.fairness = message;
    }
  }

  #follow(events: number | null, mine: boolean): void {
    [this.screenAt, this.pacing] = [events, mine];
    this.screenSeen ||= events !== null;
    this.#follower.told(mine ? null : events);
    if (!mine) this.stage.follow();
  }

  #sit(table: Table, seat: number | null): void {
    const moved = seat !== this.seat && (this.#parts ?? this.events).length > 0;
    this.table = table;
    this.seat = seat;
    // What was sent to a spectator does not show the seat's own cards: ask for everything again.
    if (!moved) return;
    this.ask = null;
    this.#again();
  }

  #again(): void {
    this.events = [];
    this.#parts = null;
    this.#socket?.close();
    this.connect();
  }

  // ---- the draw of the dice ----

  /** The one who watches over the draw; loaded when a table needs it. */
  witness(): Promise<Witness> {
    return (this.#witness ??= import("./fair/witness").then(({ Witness }) => new Witness(this.id)));
  }

  /** For whom this page takes part in the draw: a device that is passed around does so once, for the host. */
  get #share(): number | null {
    return this.device ? (this.table?.host ?? null) : this.seat;
  }

  #takePart(arriving: boolean): void {
    const table = this.table;
    const seat = this.#share;
    if (!table?.draw) return;
    void this.witness().then((witness) => {
      const { reply, trouble, lost } = witness.look(table, seat, arriving);
      this.distrust = trouble;
      this.lost = lost;
      if (!reply) return;
      this.#drawIds.add(reply.id);
      this.#socket?.send(reply);
    });
  }

  #begun(first: Event | undefined): void {
    const live = this.#sawLobby;
    if (first?.event === "started" && first.draw)
      void this.witness().then((witness) => (this.distrust = witness.begun(first, live)));
  }

  /** Are the dice of this game what they should be? From what this page was told, and nothing else. */
  async verdict(): Promise<Verdict> {
    const witness = await this.witness();
    return witness.verdict(this.events, this.fairness?.key ?? null, this.#share);
  }

  #refused(message: Extract<ServerMessage, { type: "refused" }>): void {
    const sent = this.#sent;
    if (sent && message.id === sent.id && NOT_NOW.includes(message.code))
      setTimeout(() => sent === this.#sent && sent.turn === this.ask?.question?.turn && this.#socket?.send(sent), PATIENCE);
    else if (message.id === null || !this.#drawIds.delete(message.id)) this.refusal = message;
    else if (!OVERTAKEN.includes(message.code)) setTimeout(() => this.#takePart(true), PATIENCE);
  }

  /** My own answer, here or in another tab, comes back as an event. */
  #answeredByMe(event: Event): void {
    if (event.event !== "answered" || event.seat !== this.seat || event.turn !== this.ask?.question?.turn) return;
    this.ask = { ...this.ask, answer: event.action };
    this.pending = false;
    this.onAnswered();
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
    if (begin) this.#begun(events[0]);
    this.events = [...this.events, ...fresh];
    for (const event of fresh) this.#answeredByMe(event);
    this.#arrived = Date.now();
    if (!this.stage.busy) this.#follower.arrived();
    if (begin) this.stage.jump(this.events, this.seat);
    else this.stage.push(fresh);
    if (begin && this.screen !== null) this.show();
  }
}

function merged(old: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const known = new Set(old.map((line) => line.number));
  return [...old, ...more.filter((line) => !known.has(line.number))].sort((a, b) => a.number - b.number);
}
