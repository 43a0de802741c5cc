// What this browser's person has already been taught, and whether they want tips at all.
import { load, save } from "../lib/settings.svelte";

const KEY = "chocolatl.learn";

interface Stored {
  readonly shown: readonly string[];
  readonly off: boolean;
}

function stored(): Stored {
  const found = load(KEY) as Partial<Stored> | null;
  return { shown: Array.isArray(found?.shown) ? found.shown.map(String) : [], off: found?.off === true };
}

export class Memory {
  #now = $state.raw<Stored>(stored());
  readonly shown: ReadonlySet<string> = $derived(new Set(this.#now.shown));

  get off(): boolean {
    return this.#now.off;
  }

  understood(id: string): void {
    this.#keep({ ...this.#now, shown: [...this.#now.shown.filter((known) => known !== id), id] });
  }

  turn(on: boolean): void {
    this.#keep({ ...this.#now, off: !on });
  }

  /** Everything from the start. */
  forget(): void {
    this.#keep({ shown: [], off: false });
  }

  #keep(now: Stored): void {
    this.#now = now;
    save(KEY, now);
  }
}
