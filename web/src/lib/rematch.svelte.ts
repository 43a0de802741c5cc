// The table that follows a finished game, watched from its end: who is in, and whether it has begun.
import type { Table } from "../wire";
import { TableSocket } from "./socket";

const PROTOCOL = 2;

export class Rematch {
  table = $state.raw<Table | null>(null);
  seat = $state.raw<number | null>(null);
  #socket: TableSocket;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new TableSocket(`${scheme}://${location.host}/api/tables/${id}/socket`, {
      hello: () => ({ type: "hello", last: -1, protocol: PROTOCOL }),
      message: (message) => {
        if (message.type === "welcome" || message.type === "table") [this.table, this.seat] = [message.table, message.seat];
      },
      connected: () => {},
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Name by name of those who played before: are they in? */
  get people(): readonly { name: string; isIn: boolean }[] {
    return (this.table?.seats ?? [])
      .filter(({ kind, kept_for }) => kind === "person" || kept_for)
      .map(({ kind, name, kept_for }) => ({ name: name || kept_for, isIn: kind === "person" }));
  }
}
