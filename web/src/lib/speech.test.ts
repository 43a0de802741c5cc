import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Speech } from "./speech.svelte";

const spare = (text: string) => ({ text, spare: true });
const must = (text: string) => ({ text, spare: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function said(speech: Speech): string {
  vi.advanceTimersByTime(100);
  return speech.text;
}

test("lines of one moment are one announcement", () => {
  const speech = new Speech();
  speech.say([spare("Temple: you 2nd.")]);
  speech.say([must("Your turn.")]);
  expect(said(speech)).toBe("Temple: you 2nd. Your turn.");
});

test("a skipped reveal is told by its end alone", () => {
  const speech = new Speech();
  speech.say([spare("Temple."), spare("City."), spare("Pyramid."), must("Round 1: you lead, 8.")]);
  expect(said(speech)).toBe("Round 1: you lead, 8.");
});

test("a voice that is behind leaves out what it may, and never what is asked of me", () => {
  const speech = new Speech();
  speech.tell("x".repeat(60));
  speech.say([spare("Temple: you 2nd."), must("Your turn.")]);
  expect(said(speech)).toBe("Your turn.");
  vi.advanceTimersByTime(10_000);
  speech.say([spare("City: you 1st.")]);
  expect(said(speech)).toBe("City: you 1st.");
});

test("a key silences the voice, so the next location is told", () => {
  const speech = new Speech();
  speech.tell("x".repeat(60));
  speech.interrupted();
  speech.say([spare("Temple: you 2nd.")]);
  expect(said(speech)).toBe("Temple: you 2nd.");
});

test("the same words again are a change that a reader notices", () => {
  const speech = new Speech();
  speech.tell("Your turn.");
  const first = speech.text;
  speech.again();
  expect(speech.text).not.toBe(first);
  expect(speech.text.trim()).toBe("Your turn.");
});
