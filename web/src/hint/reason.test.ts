import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";

import { use } from "../lib/i18n.svelte";
import { speaker } from "../rules/words";
import type { Candidate, Location, PlaceChance, Question } from "../wire";
import { LEAST_CHANCE, reason, rollReason, type Fact } from "./reason";
import { sentence } from "./words";

const PLACES = ["temple", "plantation", "city", "pyramid", "drink", "ball_court"] as const;
const LOCALES = "../src/chocolatl/i18n/locales";

function read(language: string, part: string): Record<string, string> {
  return JSON.parse(readFileSync(`${LOCALES}/${language}/${part}.json`, "utf8"));
}

function bid(sums: readonly number[], chances: Partial<Record<Location, readonly [number, number]>>, rest = {}): Candidate {
  const places = PLACES.map((location): PlaceChance => {
    const [first, last] = chances[location] ?? [0.3, 0.3];
    return { location, first, second: 1 - first - last, last };
  });
  return { answer: { do: "lay", cards: sums.map((sum) => [sum]) }, probability: 0.5, share: 0.3, points: 6, places, ...rest };
}

describe("in words", () => {
  beforeAll(() => use("en", read("en", "game")));
  const say = speaker(read("en", "hints"), "en");
  const strong = bid([17, 5, 5, 5, 4, 5], { temple: [0.7, 0.1], drink: [0.2, 0.4] });
  const weak = bid([12, 5, 5, 5, 9, 5], { temple: [0.5, 0.1], drink: [0.4, 0.3] });

  test("what it wins more often, and what it gives up", () => {
    expect(sentence(reason(strong, weak, PLACES), "next", say)).toBe(
      "Compared with the next choice: 17 at the temple comes first in 7 of 10 cases instead of 5, " +
        "but 4 at the cacao drink comes first in 2 of 10 cases instead of 4.",
    );
  });
  test("a card that is kept helps later", () => {
    const kept = bid([3], { temple: [0.02, 0.5], plantation: [0.6, 0.1] });
    const spent = bid([12], { temple: [0.6, 0.1], plantation: [0.4, 0.1] });
    expect(sentence(reason(kept, spent, ["temple"]), "best", say)).toBe(
      "Compared with the first choice: later first at the plantation in 6 of 10 cases instead of 4, " +
        "but 3 at the temple comes first almost never instead of in 6 of 10 cases.",
    );
  });
  test("what another plan would do later is no reason by itself", () => {
    const [one, other] = [bid([3], { plantation: [0.6, 0.1] }), bid([3], { plantation: [0.1, 0.1] })];
    expect(reason(one, other, ["temple"]).kind).toBe("alike");
    expect(
      reason({ ...one, answer: { do: "sacrifice", card: 3 } }, { ...other, answer: { do: "sacrifice", card: 5 } }, []).kind,
    ).toBe("alike");
  });
  test("no place tells them apart: points, then games", () => {
    const same = [5, 5, 5, 5, 5, 5];
    expect(sentence(reason(bid(same, {}, { points: 7.04 }), bid(same, {}), PLACES), "best", say)).toContain("7 points");
    expect(sentence(reason(bid(same, {}, { share: 0.35 }), bid(same, {}), PLACES), "best", say)).toContain("5 more games of 100");
    expect(sentence(reason(bid(same, {}), bid(same, {}), PLACES), "best", say)).toBe("About as good as the first choice.");
  });
  test("a die: the exact chance of a better rank", () => {
    const ranking = [1, 0, 2].map((seat) => ({ seat }));
    const question = { ask: "roll", turn: 1, location: "pyramid", dice: 1, ranking, ways: [[2, 4, 0]] } as unknown as Question;
    expect(sentence(rollReason(question, 0)!, "next", say)).toBe("One die brings a better rank in 33% of cases.");
    expect(rollReason(null, 0)).toBeNull();
  });
});

/** A pseudo-random number generator (mulberry32): the same candidates in every run. */
function* random(seed: number): Generator<number> {
  for (;;) {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    yield ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }
}

test("never says what the numbers do not show", () => {
  const source = random(7);
  const next = (): number => source.next().value as number;
  const any = (laid: number): Candidate => {
    const chances = Object.fromEntries(PLACES.map((location) => [location, [next() / 2, next() / 2] as const]));
    const sums = PLACES.slice(0, laid).map(() => Math.floor(next() * 20));
    return bid(sums, chances, { share: next(), points: next() * 9 });
  };
  let told = 0;
  for (let i = 0; i < 2000; i++) {
    const laid = i % 2 ? 1 : 6;
    const [one, other] = [any(laid), any(laid)];
    const why = reason(one, other, PLACES.slice(0, laid));
    if (why.kind !== "places") continue;
    for (const [fact, better] of [
      [why.gain, true],
      [why.cost, false],
    ] as const)
      if (fact) told += shown(fact, better, one, other);
  }
  expect(told).toBeGreaterThan(1000);
});

/** A fact is one of the numbers, by more than their error, in the direction that it is told in, with the cards to explain it. */
function shown({ rank, location, sum, often, instead }: Fact, better: boolean, one: Candidate, other: Candidate): number {
  const [mine, theirs] = [one, other].map(({ places }) => places.find((place) => place.location === location)![rank]);
  expect([Math.round(mine! * 10), Math.round(theirs! * 10)]).toEqual([often, instead]);
  expect(Math.abs(mine! - theirs!)).toBeGreaterThanOrEqual(LEAST_CHANCE);
  expect(mine! > theirs!).toBe((rank === "first") === better);
  expect(often > instead).toBe(mine! > theirs!);
  const [cards, others] = [one, other].map(({ answer }) => answer.do === "lay" && answer.cards[PLACES.indexOf(location)]?.[0]);
  expect(sum).toBe(cards ?? null);
  if (sum !== null) expect(sum > Number(others)).toBe(better);
  return 1;
}

test.each(["en", "nl", "de", "fr"])("%s: every sentence is complete", (language) => {
  use(language, read(language, "game"));
  const say = speaker(read(language, "hints"), language);
  const facts = [17, null].flatMap((sum) =>
    (["first", "last"] as const).flatMap((rank) =>
      [0, 2, 6, 10].map((often): Fact => ({ rank, location: "drink", sum, often, instead: 4 })),
    ),
  );
  const reasons = [
    ...facts.map((gain) => ({ kind: "places", gain, cost: facts[0]! }) as const),
    ...facts.map((cost) => ({ kind: "places", gain: null, cost }) as const),
    { kind: "points", points: 6.25, instead: 5 } as const,
    { kind: "roll", better: 0.4 } as const,
    { kind: "wins", n: 3 } as const,
    { kind: "wins", n: -2 } as const,
    { kind: "alike" } as const,
  ];
  for (const against of ["next", "best"] as const)
    for (const why of reasons) {
      const text = sentence(why, against, say);
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
      expect(text).not.toMatch(/why\.|[{}]/);
    }
});
