import { beforeEach, expect, test } from "vitest";

import { readHere, reading } from "./reading.svelte";

beforeEach(() => Object.assign(reading, { rule: null, possible: true }));

function click(init: MouseEventInit = {}): boolean {
  const event = new MouseEvent("click", { cancelable: true, ...init });
  readHere(event, "3.6");
  return event.defaultPrevented;
}

test("a click opens the rule beside the table", () => {
  expect(click()).toBe(true);
  expect(reading.rule).toBe("3.6");
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])("%o stays a link", (init) => {
  expect(click(init)).toBe(false);
  expect(reading.rule).toBeNull();
});

test("without a place for it, it stays a link", () => {
  reading.possible = false;
  expect(click()).toBe(false);
});
