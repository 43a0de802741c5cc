import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Cover from "./Cover.svelte";

let cover: Record<string, unknown>;
const onopen = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onopen.mockClear();
  document.body.innerHTML = "";
  const props = { name: "Hanna", colour: "maize" as const, lead: "Pass the device to", note: "Nothing can be seen.", onopen };
  cover = mount(Cover, { target: document.body, props });
  flushSync();
});
afterEach(() => {
  void unmount(cover);
  vi.useRealTimers();
});

const button = (): HTMLButtonElement => document.querySelector("button")!;
const send = (type: string, init: object = {}): boolean =>
  button().dispatchEvent(new MouseEvent(type, { bubbles: true, ...init }));
const key = (type: string, repeat = false): boolean =>
  button().dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true, cancelable: true, repeat }));

test("it names the next person, and the heading has the focus", () => {
  expect(document.activeElement?.textContent).toContain("Hanna");
});

test("it opens when it was held for 0.8 seconds, once", () => {
  send("pointerdown");
  vi.advanceTimersByTime(790);
  expect(onopen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  send("pointerup");
  send("click");
  expect(onopen).toHaveBeenCalledTimes(1);
});

test("a short touch opens nothing, and says what to do", () => {
  send("pointerdown");
  vi.advanceTimersByTime(300);
  send("pointerup");
  send("click");
  vi.advanceTimersByTime(2000);
  flushSync();
  expect(onopen).not.toHaveBeenCalled();
  expect(document.querySelector("[role=status]")?.textContent).not.toBe("");
});

test("a finger that slides off does not count", () => {
  send("pointerdown");
  send("pointerleave");
  vi.advanceTimersByTime(2000);
  expect(onopen).not.toHaveBeenCalled();
});

test("two presses do it without holding: for screen readers, which only click", () => {
  send("click");
  send("click");
  expect(onopen).toHaveBeenCalledTimes(1);
});

test("a key is held like a finger; one that is still down from before does nothing", () => {
  key("keydown", true);
  vi.advanceTimersByTime(2000);
  expect(onopen).not.toHaveBeenCalled();
  key("keydown");
  vi.advanceTimersByTime(810);
  expect(onopen).toHaveBeenCalledTimes(1);
});
