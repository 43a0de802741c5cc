import { expect, test } from "vitest";

import type { Event } from "../wire";
import { styleOf } from "./styles";

const started = { event: "started", line: [2, 0, 4, 1, 3] } as unknown as Event;

test("each seat keeps the style of its place in the first stack", () => {
  expect([0, 1, 2, 3, 4].map((seat) => styleOf("medium", seat, started))).toEqual([
    "gambler",
    "runner",
    "builder",
    "builder",
    "miser",
  ]);
});

test("people and bots that search have none", () => {
  expect(styleOf(null, 0, started)).toBeNull();
  expect(styleOf("master", 0, started)).toBeNull();
  expect(styleOf("medium", 0, undefined)).toBeNull();
  expect(styleOf("medium", 9, started)).toBeNull();
});
