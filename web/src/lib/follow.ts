// How far a page may show a reveal that a screen in the room paces. It never waits for ever: a screen may die, or lie.

/** Milliseconds after which a screen that does not move is not waited for. The longest step takes 5.4 s, at the slowest speed. */
export const STALLED = 6000;
/** Milliseconds after which nothing is waited for that has come before. */
export const LONGEST = 60_000;

export class Follower {
  #shown: number | null = null;
  #moved = 0;
  #arrived = 0;

  constructor(private readonly now: () => number = () => Date.now()) {}

  /** The screen has shown so many events; null: there is none. */
  told(events: number | null): void {
    if (events !== this.#shown) this.#moved = this.now();
    this.#shown = events;
  }

  /** Something has come that wants to be shown, after everything before it was. */
  arrived(): void {
    this.#arrived = this.now();
  }

  /** So many events may be shown now; Infinity: nobody is waited for. */
  limit(): number {
    const late = this.now() - Math.max(this.#moved, this.#arrived) > STALLED || this.now() - this.#arrived > LONGEST;
    return this.#shown === null || late ? Infinity : this.#shown;
  }
}
