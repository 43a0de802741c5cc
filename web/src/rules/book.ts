// The order of the rules, which of them carry a mark, and how an edition reads them.
import { SWITCHES, type Edition, type Location, type Rules } from "../wire";
import { plain } from "./text";
import type { Say } from "./words";
import type { Params } from "../lib/i18n.svelte";

export type Switch = keyof Rules;
export interface Section {
  readonly number: string;
  readonly rules: readonly string[];
}

const upTo = (section: number, last: number) => Array.from({ length: last }, (_, i) => `${section}.${i + 1}`);
const LOCATION_RULES = ["4.1", "4.2", "4.3", "4.4", "4.4.1", "4.5", "4.6", "4.7"];

/** Sections 7 and 8 are one rule each. */
export const SECTIONS: readonly Section[] = [
  { number: "1", rules: upTo(1, 6) },
  { number: "2", rules: upTo(2, 4) },
  { number: "3", rules: upTo(3, 9) },
  { number: "4", rules: LOCATION_RULES },
  { number: "5", rules: upTo(5, 2) },
  { number: "6", rules: upTo(6, 3) },
  { number: "7", rules: [] },
  { number: "8", rules: [] },
];

/** Which location a rule is about. */
export const LOCATION_OF: Readonly<Record<string, Location>> = {
  "4.1": "temple",
  "4.2": "plantation",
  "4.3": "city",
  "4.4": "pyramid",
  "4.5": "drink",
  "4.6": "ball_court",
};

export const OWN_CHOICE: ReadonlySet<string> = new Set(["3.5", "3.8", "3.9", "8"]);
export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly Switch[];

/** How the chosen edition reads a rule, and which editions read it otherwise; a rule with such a text has a switch. */
export interface Reading {
  readonly key: string;
  readonly others: readonly Edition[];
}

export function readings(rule: string, chosen: Edition, editions: readonly Edition[], say: Say): readonly Reading[] {
  const key = (name: Switch) => `rules.${rule}.${name}.${chosen.rules[name]}`;
  const about = SWITCH_NAMES.filter((name) => rule !== "7" && say(key(name)) !== key(name));
  return about.map((name) => ({
    key: key(name),
    others: editions.filter((edition) => edition.rules[name] !== chosen.rules[name]),
  }));
}

/** Does not every edition say the same here? */
export function differs(name: Switch, editions: readonly Edition[]): boolean {
  return new Set(editions.map((edition) => edition.rules[name])).size > 1;
}

/** Is there a rule or section with this number? */
export function exists(number: string): boolean {
  return SECTIONS.some((section) => section.number === number || section.rules.includes(number));
}

/** The numbers of the rules in which every one of the words occurs; all of them when there are no words. */
export function matching(query: string, say: Say, params: Params): Set<string> {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const all = SECTIONS.flatMap((section) => (section.rules.length ? section.rules : [section.number]));
  return new Set(all.filter((number) => wanted.every((word) => searchable(number, say, params).includes(word))));
}

function searchable(number: string, say: Say, params: Params): string {
  const text = `${number} ${say(`rules.${number}.title`)} ${say(`rules.${number}.text`, params)}`;
  return plain(text).toLocaleLowerCase();
}

/** Where a rule is read. */
export function ruleLink(number: string): string {
  return `/rules#${number}`;
}
