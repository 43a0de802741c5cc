// The clock of the open question: how much of its time is left.
const TICK = 500;

export class Clock {
  #now = $state(Date.now() / 1000);
  #whole = $state(0);
  #deadline: () => number | null;
  #offset: () => number;

  /** `offset`: how far the server's clock is ahead of ours, in seconds. */
  constructor(deadline: () => number | null, offset: () => number) {
    this.#deadline = deadline;
    this.#offset = offset;
    $effect(() => {
      const until = deadline();
      if (until === null) return;
      this.#now = Date.now() / 1000;
      this.#whole = until - this.#now - offset();
      const timer = setInterval(() => (this.#now = Date.now() / 1000), TICK);
      return () => clearInterval(timer);
    });
  }

  get seconds(): number | null {
    const until = this.#deadline();
    return until === null ? null : Math.max(0, Math.round(until - this.#now - this.#offset()));
  }

  /** From 1 (just asked) to 0. */
  get share(): number | null {
    const left = this.seconds;
    return left === null || this.#whole <= 0 ? null : Math.min(1, left / this.#whole);
  }
}
