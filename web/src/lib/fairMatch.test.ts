import { beforeEach, expect, test } from "vitest";

import { fairLevel, LADDER, remember, resultOf, results, type Result } from "./fairMatch";

const played = (level: string, end: Result["end"], table = "t"): Result => ({ table, level, end });
beforeEach(() => localStorage.clear());

test("starts at medium", () => {
  expect(fairLevel([], LADDER)).toBe("medium");
  expect(fairLevel([], ["random"])).toBe("random");
});

test.each([
  ["medium", "won", "hard"],
  ["medium", "between", "medium"],
  ["medium", "last", "easy"],
  ["master", "won", "master"],
  ["newcomer", "last", "newcomer"],
] as const)("%s, %s: then %s", (level, end, next) => {
  expect(fairLevel([played("hard", "won"), played(level, end)], LADDER)).toBe(next);
});

test("a level that is gone says nothing", () => {
  expect(fairLevel([played("easy", "won"), played("wizard", "won")], LADDER)).toBe("medium");
});

test("only a game against bots of one level counts", () => {
  expect(resultOf("t", ["easy", "easy"], 0)).toEqual(played("easy", "won"));
  expect(resultOf("t", ["easy", "easy"], 1)?.end).toBe("between");
  expect(resultOf("t", ["easy", "easy"], 2)?.end).toBe("last");
  expect(resultOf("t", ["easy", null], 0)).toBeNull();
  expect(resultOf("t", ["easy", "hard"], 0)).toBeNull();
});

test("the same game counts once; what cannot be read is left out", () => {
  remember(played("easy", "won", "a"));
  remember(played("easy", "last", "a"));
  remember(null);
  expect(results()).toEqual([played("easy", "won", "a")]);
  localStorage.setItem("chocolatl.results", JSON.stringify([1, null, { level: 3 }, played("hard", "last", "b")]));
  expect(results()).toEqual([played("hard", "last", "b")]);
  localStorage.setItem("chocolatl.results", "{broken");
  expect(results()).toEqual([]);
});
