import { expect, test } from "vitest";

import { SWITCHES, type Edition, type Rules } from "../wire";
import { differences, NAMES } from "./switches";

const rules: Rules = {
  first_round: "red",
  dice_per_offering: "any",
  give_back: "any",
  red_reveal: "per_location",
  green_reveal: "per_location",
};
const english: Edition = { name: "english", rules };

test("every switch of the rules can be set, each with what the edition says among its choices", () => {
  expect([...NAMES].sort()).toEqual(Object.keys(rules).sort());
  for (const name of NAMES) expect(SWITCHES[name]).toContain(rules[name]);
});

test("only what differs from the edition is told", () => {
  expect(differences(rules, english)).toEqual([]);
  expect(differences({ ...rules, red_reveal: "all_at_once", first_round: "gold" }, english)).toEqual([
    "first_round",
    "red_reveal",
  ]);
  expect(differences(rules, undefined)).toEqual([]);
});
