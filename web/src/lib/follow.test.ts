import { describe, expect, it } from "vitest";
import { Follower, LONGEST, STALLED } from "./follow";

function at(): { clock: { now: number }; follower: Follower } {
  const clock = { now: 1000 };
  return { clock, follower: new Follower(() => clock.now) };
}

describe("following a screen", () => {
  it("shows what the screen has shown, and without a screen everything", () => {
    const { follower } = at();
    expect(follower.limit()).toBe(Infinity);
    follower.arrived();
    follower.told(7);
    expect(follower.limit()).toBe(7);
    follower.told(null);
    expect(follower.limit()).toBe(Infinity);
  });

  it("waits a while for a screen that stands still, and no longer", () => {
    const { clock, follower } = at();
    follower.told(7);
    follower.arrived();
    clock.now += STALLED;
    expect(follower.limit()).toBe(7);
    clock.now += 1;
    expect(follower.limit()).toBe(Infinity);
    follower.told(7);
    expect(follower.limit(), "the same again is no step").toBe(Infinity);
    follower.told(8);
    expect(follower.limit()).toBe(8);
  });

  it("is not held for ever by a screen that creeps", () => {
    const { clock, follower } = at();
    follower.arrived();
    for (let shown = 1; clock.now <= 1000 + LONGEST; shown++, clock.now += STALLED - 1) follower.told(shown);
    expect(follower.limit()).toBe(Infinity);
  });

  it("begins to wait anew with what comes next", () => {
    const { clock, follower } = at();
    follower.told(7);
    clock.now += 10 * LONGEST;
    follower.arrived();
    expect(follower.limit()).toBe(7);
  });
});
