// What a screen reader is told, and when: lines of one moment together, and never so many that it falls behind.
import type { Line } from "./commentary";

/** Characters a second, of an ordinary voice. */
export const VOICE = 15;
/** Lines of one moment are read out together. */
const MOMENT = 50;
/** Milliseconds that speech may be behind before it leaves things out. */
const BEHIND = 2500;

export class Speech {
  text = $state("");
  #lines: Line[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When what has been said so far has been spoken. */
  #until = 0;
  #last = "";

  say(lines: readonly Line[]): void {
    if (!lines.length) return;
    this.#lines.push(...lines);
    this.#timer ??= setTimeout(() => this.#flush(), MOMENT);
  }

  /** A key or a touch silences a screen reader: nothing is behind any more. */
  interrupted(): void {
    this.#until = 0;
  }

  /** Something was asked for: at once, and whole. */
  tell(text: string): void {
    this.interrupted();
    this.#speak(text);
  }

  again(): void {
    this.tell(this.#last);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    // Many locations in one moment: the reveal was skipped, and how the round ended says enough.
    const many = this.#lines.filter((line) => line.spare).length > 2;
    const late = this.#until - Date.now() > BEHIND;
    const said = this.#lines.filter((line) => !line.spare || !(many || late));
    this.#lines = [];
    if (said.length) this.#speak(said.map(({ text }) => text).join(" "));
  }

  #speak(text: string): void {
    this.#until = Math.max(this.#until, Date.now()) + (text.length / VOICE) * 1000;
    this.#last = text;
    // The same words twice are a change only if something differs.
    this.text = this.text === text ? `${text}\u00a0` : text;
  }
}
