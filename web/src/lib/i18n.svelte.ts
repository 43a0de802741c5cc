// Words: one catalogue per language, loaded when it is needed.
import { untrack } from "svelte";
import type page from "../../../src/chocolatl/i18n/locales/en/page.json";
import type game from "../../../src/chocolatl/i18n/locales/en/game.json";

/** The tag of a language: the name of a folder in `locales`. */
export type Language = string;
export type Key = keyof typeof page | keyof typeof game;
export type Params = Readonly<Record<string, string | number>>;

type Message = string | Readonly<Record<string, string>>;
type Catalogue = Readonly<Record<string, Message>>;

type Files = Record<string, () => Promise<{ default: Catalogue }>>;

/** What the page says, in parts: all but `game` are one file, split by web/words.ts. */
const FILES = {
  game: import.meta.glob<{ default: Catalogue }>("../../../src/chocolatl/i18n/locales/*/game.json"),
  home: import.meta.glob<{ default: Catalogue }>("../../../src/chocolatl/i18n/locales/*/page.json", { query: "?home" }),
  table: import.meta.glob<{ default: Catalogue }>("../../../src/chocolatl/i18n/locales/*/page.json", { query: "?table" }),
  rest: import.meta.glob<{ default: Catalogue }>("../../../src/chocolatl/i18n/locales/*/page.json", { query: "?rest" }),
} satisfies Record<string, Files>;
type Part = keyof typeof FILES;
/** What the commonest screens say at once; the others wait for all. */
export const OF_HOME: readonly Part[] = ["home"];
export const OF_TABLE: readonly Part[] = ["home", "table", "game"];
const ALL: readonly Part[] = [...OF_TABLE, "rest"];
/** Every language with its own name for itself, in the order of these names. */
export const LANGUAGES: Readonly<Record<Language, string>> = Object.fromEntries(
  [...new Set(Object.keys(FILES.game).map((path) => path.split("/").at(-2)!))]
    .map((tag) => [tag, ownName(tag)] as const)
    .sort(([, one], [, two]) => one.localeCompare(two)),
);
const state = $state<{ language: Language; words: Catalogue }>({ language: "en", words: {} });
let plurals = new Intl.PluralRules("en");

function ownName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

export function language(): Language {
  return state.language;
}

/** The language asked for, else the first of the browser's that we speak. */
export function preferred(wanted: string | null): Language {
  const spoken = [wanted, ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return spoken.find((tag) => tag && tag in LANGUAGES) ?? "en";
}

let spoken = ALL;
let asked = 0;
let rest: Promise<void> | null = null;

/** Of two calls one after the other, the second counts. */
export async function speak(wanted: Language, parts = spoken): Promise<void> {
  const mine = ++asked;
  const found = await Promise.all(parts.map((part) => load(FILES[part], wanted)));
  if (mine !== asked) return;
  spoken = parts;
  use(wanted, Object.assign({}, ...found) as Catalogue);
}

async function load(files: Files, wanted: Language): Promise<Catalogue> {
  const path = Object.keys(files).find((name) => name.includes(`/${wanted}/`))!;
  return (await files[path]!()).default;
}

/** Untracked: a component that waits for words is not made again when the language changes. */
function loadRest(): Promise<void> {
  if (spoken === ALL) return Promise.resolve();
  return (rest ??= speak(untrack(language), ALL)
    .catch(() => {}) // without a network; the next one who needs a word asks again
    .finally(() => (rest = null)));
}

/** A component that comes when it is needed, together with its words. */
export async function worded<T>(code: Promise<T>, parts = ALL): Promise<T> {
  if (!parts.every((part) => spoken.includes(part))) await loadRest();
  return code;
}

export function use(wanted: Language, words: Catalogue): void {
  plurals = new Intl.PluralRules(wanted);
  state.language = wanted;
  state.words = words;
  document.documentElement.lang = wanted;
}

/** The text of a message with its placeholders still in it; `n` chooses the plural form. */
export function message(key: string, params: Params = {}): string {
  const found = state.words[key];
  if (found === undefined) return missing(key);
  if (typeof found === "string") return found;
  return found[plurals.select(Number(params.n ?? 0))] ?? found.other ?? key;
}

/** Nothing rather than a key, as long as the word may still come. */
function missing(key: string): string {
  if (spoken === ALL) return key;
  void loadRest();
  return "";
}

export function t(key: Key, params: Params = {}): string {
  return tell(key, params);
}

/** Like `t`, for keys that are put together at run time. */
export function tell(key: string, params: Params = {}): string {
  return message(key, params).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** First, second, third, as short as it is written. */
export function ordinal(rank: number): string {
  return tell(`rank.${rank}`);
}

export function knows(key: string): boolean {
  return key in state.words;
}

export function number(value: number): string {
  return value.toLocaleString(state.language);
}

/** A number with a real minus. */
export function minus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** A change of points: with its sign, and a real minus. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

export function percent(share: number): string {
  if (share > 0 && share < 0.005) return `<${(0.01).toLocaleString(state.language, { style: "percent" })}`;
  return share.toLocaleString(state.language, { style: "percent", maximumFractionDigits: 0 });
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(state.language).format(items);
}
