import { beforeAll, expect, it } from "vitest";
import page from "../../../src/chocolatl/i18n/locales/en/page.json";
import { use } from "../lib/i18n.svelte";
import type { Picture } from "../picture";
import { prizeWords } from "./prizes";

beforeAll(() => use("en", page));

const PICTURE = {
  board: {
    pyramid: [
      { boxes: 5, bonus: 5 },
      { boxes: 4, bonus: 4 },
      { boxes: 3, bonus: 3 },
    ],
    drink: [
      { first: 8, second: 4 },
      { first: 5, second: 0 },
    ],
    drink_last: 2,
    ball_first: 3,
    ball_second: 1,
  },
  harvest: [5, 5, 1],
  improvements: [7, 15],
  round: 2,
  last: null,
  pyramid: [0, 1, 2, 3, 0],
} as unknown as Picture;

it("says what each place pays in a few words", () => {
  expect(prizeWords(PICTURE, "temple")).toBe("figure +1, last: old man");
  expect(prizeWords(PICTURE, "plantation")).toBe("5, 5, 1");
  expect(prizeWords(PICTURE, "pyramid")).toBe("row pays 4");
  expect(prizeWords({ ...PICTURE, pyramid: [] }, "pyramid")).toBe("row pays 5");
  expect(prizeWords(PICTURE, "drink")).toBe("5, last −2");
  expect(prizeWords({ ...PICTURE, round: 1 }, "drink")).toBe("8, 4, last −2");
  expect(prizeWords(PICTURE, "ball_court")).toBe("cards 15, 7");
  expect(prizeWords({ ...PICTURE, last: "round" }, "ball_court")).toBe("+3, +1");
});
