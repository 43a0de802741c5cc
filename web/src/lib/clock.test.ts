import { expect, test } from "vitest";

import type { Pace } from "../wire";
import { digits, seatTime, secondsLeft } from "./clock.svelte";

const LIVE: Pace = { pace: "live", seconds: 60 };
const BANK: Pace = { pace: "bank", seconds: 100, increment: 20 };
const unit = (name: string, n: number): string => `${n} ${name}`;

test("a clock waits for the end of the reveal, runs down, and stops at zero", () => {
  const clock = { left: 60, since: 1000 };
  expect([990, 1000, 1015, 1060, 2000].map((now) => secondsLeft(clock, now))).toEqual([60, 60, 45, 0, 0]);
  expect(secondsLeft({ left: 33, since: null }, 5000)).toBe(33);
});

test("its ring is full at the beginning, and it hurries at the end", () => {
  expect(seatTime({ left: 60, since: 1000 }, LIVE, 990)).toEqual({ left: 60, share: 1, hurry: false });
  expect(seatTime({ left: 60, since: 1000 }, LIVE, 1045)).toEqual({ left: 15, share: 0.25, hurry: false });
  expect(seatTime({ left: 60, since: 1000 }, LIVE, 1050.5).hurry).toBe(true);
  expect(seatTime({ left: 6, since: 1000 }, LIVE, 1003).hurry).toBe(false);
  expect(seatTime({ left: 6, since: 1000 }, LIVE, 1004).hurry).toBe(true);
});

test("a bank that stands does not hurry, and more than the whole is a full ring", () => {
  expect(seatTime({ left: 3, since: null }, BANK, 0)).toEqual({ left: 3, share: 0.025, hurry: false });
  expect(seatTime({ left: 400, since: null }, BANK, 0).share).toBe(1);
});

test("digits for minutes, words for hours and days", () => {
  expect([0, 7, 60, 245, 7199].map((seconds) => digits(seconds, unit))).toEqual(["0:00", "0:07", "1:00", "4:05", "119:59"]);
  expect([7200, 172_799, 172_800].map((seconds) => digits(seconds, unit))).toEqual(["2 hours", "47 hours", "2 days"]);
});
