// Since when somebody is away, as this page has seen it: only after a while may the others call a bot.
import type { Presence } from "../wire";

export class Absence {
  #since = new Map<number, number>();
  #now = $state(Date.now());

  /** Call from a component. `seconds`: how long somebody must be away. */
  constructor(
    presence: () => readonly Presence[],
    private readonly seconds: () => number,
  ) {
    $effect(() => {
      const seen = presence();
      seen.forEach((state, seat) => {
        if (state !== "away") this.#since.delete(seat);
        else if (!this.#since.has(seat)) this.#since.set(seat, Date.now());
      });
      this.#now = Date.now();
      if (!this.#since.size) return;
      const timer = setInterval(() => (this.#now = Date.now()), 1000);
      return () => clearInterval(timer);
    });
  }

  long(seat: number): boolean {
    const since = this.#since.get(seat);
    return this.#now > 0 && since !== undefined && this.#now - since >= this.seconds() * 1000;
  }
}
