// Plays events one after the other, so that a reveal is something one sees happen.
import { fold, foldAll, type Picture } from "../picture";
import type { Event, Location } from "../wire";
import TIMES from "./reveal_times.json";
import { calm, type Speed } from "./settings.svelte";

/** What the reveal panel is about: a location, the start of a round, or the end of the game. */
export interface Scene {
  readonly kind: "location" | "round" | "end";
  readonly location: Location | null;
  readonly events: readonly Event[];
}

const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.5, instant: 0 };
/** Milliseconds at normal speed, which the server's clocks know, too. Six locations of a red round make about 20 seconds. */
const PAUSE: Partial<Record<Event["event"], number>> = TIMES.events;
/** Where nothing travels there is less to wait for. */
const CALM = 0.7;
const STEP = 90;
const WALK = 600;
const TOO_MANY = 400;

/** Cards turn one player after another, many players' quicker: how long after one player's cards the next one's turn, in milliseconds at normal speed. */
export function turnTime(players: number): number {
  return Math.min(TIMES.turn, TIMES.turns / players);
}

/** How long one looks at an event, in milliseconds at normal speed. */
export function pause(event: Event): number {
  if (event.event === "revealed")
    return event.locations.length > 1 ? TIMES.all_open : TIMES.turned + turnTime(event.cards.length) * event.cards.length;
  if (event.event === "altar_opened") return TIMES.altar_card * event.cards.length;
  const tied = event.event === "ranked" && event.ranking.some((line) => line.beats_next);
  return (PAUSE[event.event] ?? 0) + (tied ? TIMES.tie : 0);
}

/** Somebody else paces what is shown: how many events may be shown now, and the wish to go on. */
export interface Pacer {
  limit(): number;
  want(events: number): void;
}
const ALONE: Pacer = { limit: () => Infinity, want: () => {} };
/** Milliseconds after which a stage that waits for another one looks again. */
const LOOK = 500;

export class Stage {
  picture = $state.raw<Picture | null>(null);
  played = $state(0);
  scene = $state.raw<Scene | null>(null);
  busy = $state(false);
  paused = $state(false);
  /** How long a millisecond of the script takes now: what moves by itself moves as fast. */
  tempo = $state(1);
  /** How many events had been shown when the step began that is shown now. */
  began = 0;
  #queue: Event[] = [];
  #held = false;
  #skipping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `breath`: the least time after an event worth a look, for somebody who comments on each (at any speed).
   * `room`: milliseconds in which all that is yet to be shown has to fit; it is then shown faster, evenly.
   */
  constructor(
    private readonly speed: () => Speed,
    private readonly onPlay: (event: Event, number: number) => void = () => {},
    private readonly breath: () => number = () => 0,
    private readonly room: () => number = () => Infinity,
    private readonly pacer: Pacer = ALONE,
  ) {}

  /** Show a game as it stands, without playing what led there. */
  jump(events: readonly Event[], seat: number | null): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.picture = foldAll(events, seat);
    this.scene = events.reduce<Scene | null>(nextScene, null);
    this.played = this.began = events.length;
    this.busy = false;
  }

  push(events: readonly Event[]): void {
    this.#queue.push(...events);
    if (this.#queue.length > TOO_MANY || document.hidden || this.#skipping) this.#all();
    else if (!this.busy) this.#next();
  }

  /** Wait with the next event until this is let go again. */
  hold(held: boolean): void {
    const free = this.#held && !held;
    this.#held = held;
    if (free && this.busy) this.#next();
  }

  /** Whoever paces has moved: show as much. */
  follow(): void {
    if (this.busy) this.#next();
  }

  /** Everything stands and can be read. */
  pause(paused: boolean): void {
    this.paused = paused;
    if (paused) clearTimeout(this.#timer);
    else this.#next();
  }

  /** On to the next location, in the final scoring to the next source: what is left of this one happens at once. */
  next(): void {
    this.paused = false;
    if (this.pacer.limit() !== Infinity) return this.pacer.want(this.played);
    const here = step(this.scene);
    while (this.#queue.length && step(this.scene) === here) this.#play(this.#queue.shift()!);
    this.#wait(this.#queue.length ? TIMES.all_open * this.#pace(TIMES.all_open) : 0);
  }

  /** Everything until I am asked again, at once: also what the bots have yet to answer. */
  skip(): void {
    if (this.pacer.limit() !== Infinity) return this.pacer.want(this.played);
    this.#skipping = this.picture?.seat != null;
    this.#all();
  }

  #all(): void {
    clearTimeout(this.#timer);
    this.paused = false;
    while (this.#queue.length) this.#play(this.#queue.shift()!);
    this.busy = false;
  }

  #next = (): void => {
    clearTimeout(this.#timer);
    if ((this.#held || this.paused) && this.#queue.length) return void (this.busy = true);
    const limit = this.pacer.limit();
    if (limit !== Infinity) return this.#showUpTo(limit);
    let wait = 0;
    while (this.#queue.length && wait === 0) {
      const event = this.#queue.shift()!;
      const long = pause(event);
      if (long) this.tempo = this.#pace(long);
      this.#play(event);
      wait = long && Math.max(this.breath(), long * this.tempo);
    }
    this.#wait(wait);
  };

  /** What nobody looks at is shown at once; the rest when whoever paces has shown it. */
  #showUpTo(limit: number): void {
    this.tempo = this.#pace(0);
    while (this.#queue.length && (this.played < limit || !pause(this.#queue[0]!))) this.#play(this.#queue.shift()!);
    this.#wait(this.#queue.length ? LOOK : 0);
  }

  /** How long a millisecond of the script takes: by the chosen speed, and shorter when there is no room for what is left. */
  #pace(now: number): number {
    const pace = FACTOR[this.speed()] * (calm() ? CALM : 1);
    const room = this.room();
    const left = room === Infinity ? 0 : this.#queue.reduce((sum, event) => sum + pause(event), now) * pace;
    return left > room ? (pace * Math.max(0, room)) / left : pace;
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.busy = milliseconds > 0;
    if (this.busy) this.#timer = setTimeout(this.#next, milliseconds);
  }

  #play(event: Event): void {
    if (event.event === "asked" && event.seats.includes(this.picture?.seat ?? -1)) this.#skipping = false;
    this.picture = fold(this.picture, event, this.picture?.seat ?? null);
    const before = step(this.scene);
    this.scene = nextScene(this.scene, event);
    if (step(this.scene) !== before) this.began = this.played + 1;
    this.onPlay(event, this.played);
    this.played += 1;
  }
}

const BACKGROUND = new Set<Event["event"]>(["started", "asked", "answered"]);

export function nextScene(scene: Scene | null, event: Event): Scene | null {
  if (BACKGROUND.has(event.event)) return scene;
  if (event.event === "round_started") return { kind: "round", location: null, events: [event] };
  if (event.event === "round_ended") return { kind: "end", location: null, events: [event] };
  const location = locationOf(event);
  if (location && (scene?.kind !== "location" || scene.location !== location))
    return { kind: "location", location, events: [event] };
  return scene && { ...scene, events: [...scene.events, event] };
}

/** What one tap passes over: a location, or a source of the final scoring. */
function step(scene: Scene | null): string {
  const last = scene?.events.at(-1);
  const source = scene?.kind !== "end" || !last ? "" : last.event === "scored" ? last.source : last.event;
  return `${scene?.kind} ${scene?.location} ${source}`;
}

function locationOf(event: Event): Location | null {
  if (event.event === "ranked" || event.event === "rolled") return event.location;
  return event.event === "revealed" && event.locations.length === 1 ? event.locations[0]! : null;
}

/** How long a marker takes for one box: a long walk is quicker, box by box, than a short one. */
export function stepTime(speed: Speed, boxes = 1): number {
  return Math.min(STEP, WALK / boxes) * FACTOR[speed];
}
