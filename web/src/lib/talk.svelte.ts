// The chat of a table as its page has it: how a line reads here, what is new, and who is not heard.
import type { ChatLine, Phrase } from "../wire";
import type { Game } from "./game.svelte";
import { t, tell } from "./i18n.svelte";
import type { Notice } from "./log";
import { load, save } from "./settings.svelte";
import { sound } from "./sounds";

export const PHRASES = [
  "well_played",
  "moment",
  "ouch",
  "thanks",
  "hurry",
  "again",
  "hello",
  "luck",
] as const satisfies readonly Phrase[];
export const EMOTES = ["smile", "laugh", "wow", "think", "sad", "heart"] as const satisfies readonly Phrase[];
export type Emote = (typeof EMOTES)[number];
/** So long a line is shown as a bubble, in milliseconds. */
const SHOWN = 5000;

export function isEmote(phrase: Phrase | null): phrase is Emote {
  return (EMOTES as readonly (Phrase | null)[]).includes(phrase);
}

/** A line in the reader's language. */
export function words(line: ChatLine): string {
  if (line.notice) return tell(`notice.${line.notice}`, { name: line.name });
  return line.phrase ? tell(`phrase.${line.phrase}`) : line.text;
}

export class Talk {
  /** A chat is in sight. */
  reading = $state(false);
  /** Number of the line after the last one that was read. */
  seen = $state(0);
  /** The newest line, for a moment, where no chat is in sight. */
  bubble = $state.raw<ChatLine | null>(null);
  /** Names of spectators that this browser does not want to hear; seats are muted by the server. */
  hushed = $state.raw<readonly string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #arrived = false;

  constructor(private readonly game: Game) {
    this.hushed = (load(`chocolatl.hushed.${game.id}`) as string[] | null) ?? [];
  }

  get lines(): readonly ChatLine[] {
    return this.game.chat.filter((line) => this.#wanted(line));
  }

  /** For the log: what the table said about seats while so many events had been shown. */
  notices(shown: number): Notice[] {
    return this.game.chat.flatMap((line) =>
      line.notice && line.after !== null && line.after > 0 && line.after <= shown
        ? [{ after: line.after, seat: line.seat, text: words(line) }]
        : [],
    );
  }

  get unread(): number {
    return this.reading ? 0 : this.lines.filter((line) => line.number >= this.seen && !this.#mine(line)).length;
  }

  /** The first lines are those from before one came. */
  heard(lines: readonly ChatLine[]): void {
    const fresh = lines.filter((line) => this.#wanted(line) && !this.#mine(line) && line.number >= this.seen);
    if (!this.#arrived || this.reading) this.seen = Math.max(this.seen, ...lines.map((line) => line.number + 1));
    const last = fresh.at(-1);
    if (this.#arrived && last) this.#show(last);
    this.#arrived = true;
  }

  read(inSight: boolean): void {
    this.reading = inSight;
    if (inSight) [this.seen, this.bubble] = [(this.game.chat.at(-1)?.number ?? -1) + 1, null];
  }

  hush(name: string, hushed: boolean): void {
    this.hushed = hushed ? [...this.hushed, name] : this.hushed.filter((other) => other !== name);
    save(`chocolatl.hushed.${this.game.id}`, this.hushed);
  }

  /** Who says it, or nobody: the table itself. */
  who(line: ChatLine): string {
    if (line.notice) return "";
    return line.seat === null ? t("chat.spectator", { name: line.name }) : (this.game.table?.seats[line.seat]?.name ?? "");
  }

  #show(line: ChatLine): void {
    if (!line.notice) sound("chat");
    if (this.reading) return;
    this.bubble = line;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.bubble = null), SHOWN);
  }

  #mine(line: ChatLine): boolean {
    return line.seat !== null && line.seat === this.game.seat && !line.notice;
  }

  #wanted(line: ChatLine): boolean {
    if (line.notice) return true;
    return line.seat === null ? !this.hushed.includes(line.name) : !this.game.muted.includes(line.seat);
  }
}
