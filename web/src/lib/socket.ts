// One socket per table: resumes where it was, repeats what was not accepted, and never gives up.
import type { ClientMessage, Hello, ServerMessage, EventsShown } from "../wire";

const WAITS = [0.5, 1, 2, 4, 8, 15];
const QUIET_SECONDS = 20;
const DEAD_SECONDS = 40;
const GOING_AWAY = 1012;

export interface Listener {
  hello(): Hello;
  message(message: ServerMessage): void;
  connected(up: boolean): void;
}

type Sent = Exclude<ClientMessage, Hello | EventsShown>;

export class TableSocket {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Sent>();
  #failures = 0;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval>;
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    this.#pulse = setInterval(() => this.#check(), 5000);
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Send now or, when the connection is down, as soon as it is back. */
  send(message: Sent): void {
    this.#unanswered.set(message.id, message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Send now or never: it is only true at this moment, and nothing is lost without it. */
  tell(message: EventsShown | Sent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** The person wants to be connected now, not after the wait. */
  retry(): void {
    if (!this.#closed && this.#socket?.readyState !== WebSocket.OPEN) this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#pulse);
    clearTimeout(this.#retry);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => socket.send(JSON.stringify(this.listener.hello()));
    socket.onmessage = (frame) => this.#receive(frame.data as string);
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code === GOING_AWAY);
  }

  #receive(frame: string): void {
    this.#heard = Date.now();
    for (const message of JSON.parse(frame) as ServerMessage[]) {
      if (message.type === "welcome") this.#welcomed();
      if ("id" in message && message.id !== null) this.#unanswered.delete(message.id);
      this.listener.message(message);
    }
  }

  #welcomed(): void {
    this.#failures = 0;
    this.listener.connected(true);
    for (const message of this.#unanswered.values()) this.#socket?.send(JSON.stringify(message));
  }

  #lost(atOnce: boolean): void {
    this.#socket = null;
    if (this.#closed) return;
    this.listener.connected(false);
    const wait = atOnce ? 0 : WAITS[Math.min(this.#failures, WAITS.length - 1)]!;
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#connect(), wait * 1000 * (0.8 + 0.4 * Math.random()));
  }

  #check(): void {
    const silence = (Date.now() - this.#heard) / 1000;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (silence > DEAD_SECONDS) this.#drop();
    else if (silence > QUIET_SECONDS) this.#socket.send(JSON.stringify({ type: "ping", id: newId() }));
  }

  /** A dead connection may take minutes to say so itself. */
  #drop(): void {
    const dead = this.#socket;
    this.#lost(true);
    dead?.close();
  }

  #wake = (): void => {
    if (document.hidden || this.#closed) return;
    if (!this.#socket) this.#connect();
    else this.#check();
  };
}

export function newId(): string {
  return hex(8);
}

export function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
