// Everybody's time to answer, as the server told it and as it runs down here.
import type { Clocks, Pace, SeatClock } from "../wire";

const TICK = 500;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Seconds at which a clock is nearly at zero; of a short time it is the last third. */
const HURRY = 10;

export interface SeatTime {
  /** Whole seconds. */
  readonly left: number;
  /** From 1 (all of it) to 0. */
  readonly share: number;
  readonly hurry: boolean;
}

/** What is left of a clock at a moment of the server's. */
export function secondsLeft(clock: SeatClock, now: number): number {
  return Math.max(0, clock.left - Math.max(0, clock.since === null ? 0 : now - clock.since));
}

/** The time of a full ring. */
function whole(pace: Pace): number {
  if (pace.pace === "slow") return pace.days * DAY;
  return pace.pace === "relaxed" ? 0 : pace.pace === "bank" ? pace.seconds + pace.increment : pace.seconds;
}

export function seatTime(clock: SeatClock, pace: Pace, now: number): SeatTime {
  const left = secondsLeft(clock, now);
  const short = clock.since !== null && left <= Math.min(HURRY, clock.left / 3);
  return { left: Math.ceil(left), share: Math.min(1, left / whole(pace)), hurry: short };
}

/** 0:24, 4:05; hours and days where there are any. */
export function digits(seconds: number, unit: (unit: "hours" | "days", n: number) => string): string {
  if (seconds >= 2 * DAY) return unit("days", Math.floor(seconds / DAY));
  if (seconds >= 2 * HOUR) return unit("hours", Math.floor(seconds / HOUR));
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

export class TableClocks {
  #now = $state(Date.now() / 1000);

  /** `offset`: how far the server's clock is ahead of ours, in seconds. */
  constructor(
    private readonly told: () => Clocks | null,
    private readonly pace: () => Pace | undefined,
    private readonly offset: () => number,
  ) {}

  /** Call from a component: clocks run down while it is there. */
  run(): void {
    $effect(() => {
      if (!this.told()?.seats.some((clock) => clock?.since != null)) return;
      this.#now = Date.now() / 1000;
      const timer = setInterval(() => (this.#now = Date.now() / 1000), TICK);
      return () => clearInterval(timer);
    });
  }

  /** The clock of a seat; null: it has none. */
  of(seat: number): SeatTime | null {
    const [clock, pace] = [this.told()?.seats[seat], this.pace()];
    return clock && pace ? seatTime(clock, pace, this.#now + this.offset()) : null;
  }
}
