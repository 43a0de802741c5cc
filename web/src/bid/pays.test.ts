import { beforeAll, expect, it } from "vitest";
import page from "../../../src/chocolatl/i18n/locales/en/page.json";
import { use } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import type { Picture } from "../picture";
import { explaining, payLine, table } from "./pays.svelte";

beforeAll(() => use("en", page));

const PICTURE = {
  board: {
    pyramid: [
      { boxes: 5, bonus: 5 },
      { boxes: 4, bonus: 4 },
    ],
    drink: [
      { first: 8, second: 4 },
      { first: 5, second: 0 },
    ],
    drink_last: 2,
    ball_first: 8,
    ball_second: 4,
  },
  harvest: [6, 4, 1],
  improvements: [7, 15],
  round: 1,
  last: null,
  pyramid: [0, 1, 2, 3, 0],
} as unknown as Picture;

it("has the numbers of this round", () => {
  expect(payLine(PICTURE, "plantation")).toBe("1st, 2nd and 3rd score 6, 4, 1.");
  expect(payLine(PICTURE, "pyramid")).toBe("1st and 2nd place a stone; most in a full row scores 4.");
  expect(payLine(PICTURE, "drink")).toBe("1st scores 8, 2nd 4, last −2.");
  expect(payLine({ ...PICTURE, round: 2 }, "drink")).toBe("1st scores 5, last −2.");
  expect(payLine(PICTURE, "ball_court")).toBe("Better cards for 1st and 2nd: 15, 7.");
  expect(payLine({ ...PICTURE, last: "goal" } as unknown as Picture, "ball_court")).toBe("1st scores 8, 2nd 4.");
});

it("is told at a table that explains itself, until one knows", () => {
  settings.explained = false;
  expect(explaining()).toBe(false);
  table.explains = true;
  expect(explaining()).toBe(true);
  settings.explained = true;
  expect(explaining()).toBe(false);
});
