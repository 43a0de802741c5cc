import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";

import { foldAll, type Picture } from "../picture";
import type { Event, ServerMessage, Table } from "../wire";
import { Game } from "./game.svelte";

const [game]: { seat: number; steps: { event: Event }[] }[] = JSON.parse(readFileSync("src/fixtures/games.json", "utf8"));
const { seat } = game!;
const events = game!.steps.map(({ event }) => event);
const table = { id: "t", seats: [] } as unknown as Table;

function welcome(first: number, last: number): ServerMessage {
  return { type: "welcome", table, seat, first, last, now: 0 };
}

function part(first: number, end: number): ServerMessage {
  return { type: "events", first, events: events.slice(first, end) };
}

test("a game that comes in parts is shown once, when all have come, and is not played as if it happened now", () => {
  const page = new Game("t");
  page.receive(welcome(0, 149));
  page.receive(part(0, 100));
  expect(page.events).toEqual([]);
  page.receive(part(100, 150));
  expect(page.events).toEqual(events.slice(0, 150));
  expect(page.stage.busy).toBe(false);
  expect(page.stage.picture).toEqual(foldAll(events.slice(0, 150), seat));
});

test("when the line is cut between two parts, the next connection goes on from there", () => {
  const page = new Game("t");
  page.receive(welcome(0, 149));
  page.receive(part(0, 100));
  page.receive(welcome(100, 159));
  page.receive(part(100, 150));
  expect(page.events).toEqual([]);
  page.receive(part(150, 160));
  expect(page.events).toEqual(events.slice(0, 160));
});

test("a game that begins while one looks is there at once", () => {
  const page = new Game("t");
  page.receive(welcome(0, -1));
  page.receive(part(0, 2));
  expect(page.events.length).toBe(2);
});

/** A line to a server that keeps what it was sent. */
class Line {
  static readonly OPEN = 1;
  static sent: { type: string; id: string; turn: number }[] = [];
  readyState = 1;
  send(text: string): void {
    Line.sent.push(JSON.parse(text) as (typeof Line.sent)[0]);
  }
  close(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answering(turn: number): Game {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.sent = [];
  const page = new Game("t");
  page.connect();
  asks(page, turn);
  page.answer({ do: "pass" });
  return page;
}

function asks(page: Game, turn: number): void {
  page.receive({ type: "ask", question: { ask: "roll", turn }, answer: null } as unknown as ServerMessage);
}

function refuse(page: Game, code: "too_fast" | "wrong_number"): void {
  page.receive({ type: "refused", id: Line.sent[0]!.id, code, reason: "", expected: "" } as ServerMessage);
}

test("two rolls in a row that change nothing are two, also when both come in one frame", () => {
  const page = new Game("t");
  const idle = (turn: number): number | null => {
    const ranking = [{ seat }, { seat: seat + 1 }];
    const question = { ask: "roll", turn, location: "drink", ranking, ways: [[6, 0]] };
    page.receive({ type: "ask", question, answer: null, seat } as unknown as ServerMessage);
    page.stage.picture = { turn } as Picture;
    return page.idle;
  };
  expect([idle(4), idle(5)]).toEqual([4, 5]);
});

test("an answer that came too fast is sent again, because nobody may be there to repeat it", () => {
  const page = answering(4);
  refuse(page, "too_fast");
  expect(page.refusal).toBeNull();
  vi.advanceTimersByTime(1500);
  expect(Line.sent.map(({ turn }) => turn)).toEqual([4, 4]);
  expect(Line.sent[1]!.id).toBe(Line.sent[0]!.id);
  page.close();
});

test("it is not sent again when the question is another one by then", () => {
  const page = answering(4);
  refuse(page, "too_fast");
  asks(page, 5);
  vi.advanceTimersByTime(1500);
  expect(Line.sent.length).toBe(1);
  page.close();
});

test("an answer that is wrong is told, not repeated", () => {
  const page = answering(4);
  refuse(page, "wrong_number");
  vi.advanceTimersByTime(1500);
  expect([page.refusal?.code, Line.sent.length]).toEqual(["wrong_number", 1]);
  page.close();
});
