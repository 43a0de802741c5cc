// Plays events one after the other, so that a reveal is something one sees happen.
import { fold, foldAll, type Picture } from "../picture";
import type { Event, Location } from "../wire";
import { type Speed } from "./settings.svelte";

/** What the reveal panel is about: a location, the start of a round, or the end of the game. */
export interface Scene {
  readonly kind: "location" | "round" | "end";
  readonly location: Location | null;
  readonly events: readonly Event[];
}

const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, instant: 0 };
const PAUSE: Partial<Record<Event["event"], number>> = {
  round_started: 2400, revealed: 1500, rolled: 1300, ranked: 1900, figure_taken: 900, hut_built: 900, die_taken: 800, stone_placed: 800,
  row_completed: 1300, exchanged: 1100, last_round: 1800, round_ended: 500, altar_opened: 2200, leftover_rolled: 1100, game_ended: 1200,
};
const STEP = 110;
const TIE = 1300;
const TOO_MANY = 400;

/** How long one looks at an event, in milliseconds at normal speed. */
export function pause(event: Event): number {
  if (event.event === "scored") return 450 + STEP * Math.abs(event.points);
  const ties = event.event === "ranked" ? event.ranking.filter((line) => line.beats_next).length : 0;
  return (PAUSE[event.event] ?? 0) + Math.min(ties, 2) * TIE;
}

export class Stage {
  picture = $state.raw<Picture | null>(null);
  played = $state(0);
  scene = $state.raw<Scene | null>(null);
  busy = $state(false);
  #queue: Event[] = [];
  #held = false;
  #skipping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `breath`: the least time after an event worth a look, for somebody who comments on each (at any speed). */
  constructor(
    private readonly speed: () => Speed,
    private readonly onPlay: (event: Event, number: number) => void = () => {},
    private readonly breath: () => number = () => 0,
  ) {}

  /** Show a game as it stands, without playing what led there. */
  jump(events: readonly Event[], seat: number | null): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.picture = foldAll(events, seat);
    this.scene = events.reduce<Scene | null>(nextScene, null);
    this.played = events.length;
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

  /** Everything until I am asked again, at once: also what the bots have yet to answer. */
  skip(): void {
    this.#skipping = this.picture?.seat != null;
    this.#all();
  }

  #all(): void {
    clearTimeout(this.#timer);
    while (this.#queue.length) this.#play(this.#queue.shift()!);
    this.busy = false;
  }

  #next = (): void => {
    clearTimeout(this.#timer);
    if (this.#held && this.#queue.length) return void (this.busy = true);
    let wait = 0;
    while (this.#queue.length && wait === 0) {
      const event = this.#queue.shift()!;
      this.#play(event);
      wait = pause(event) && Math.max(this.breath(), pause(event) * FACTOR[this.speed()]);
    }
    this.busy = wait > 0;
    if (this.busy) this.#timer = setTimeout(this.#next, wait);
  };

  #play(event: Event): void {
    if (event.event === "asked" && event.seats.includes(this.picture?.seat ?? -1)) this.#skipping = false;
    this.picture = fold(this.picture, event, this.picture?.seat ?? null);
    this.scene = nextScene(this.scene, event);
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
  if (location && (scene?.kind !== "location" || scene.location !== location)) return { kind: "location", location, events: [event] };
  return scene && { ...scene, events: [...scene.events, event] };
}

function locationOf(event: Event): Location | null {
  if (event.event === "ranked" || event.event === "rolled") return event.location;
  return event.event === "revealed" && event.locations.length === 1 ? event.locations[0]! : null;
}

/** How long a marker takes for one box. */
export function stepTime(speed: Speed): number {
  return STEP * FACTOR[speed];
}
