import { expect, test } from "vitest";

import { styleOf } from "./styles";

test("each seat has a style of its own", () => {
  expect([0, 1, 2, 3, 4].map((seat) => styleOf("medium", seat))).toEqual(["builder", "gambler", "miser", "runner", "builder"]);
});

test("people and bots that search have none", () => {
  expect(styleOf(null, 0)).toBeNull();
  expect(styleOf("master", 0)).toBeNull();
});
