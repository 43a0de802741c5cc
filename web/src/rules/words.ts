// The long texts (rules, coach, reasons of hints) live in catalogues of their own, fetched only where they are read.
import type { Language, Params } from "../lib/i18n.svelte";

type Message = string | Readonly<Record<string, string>>;
export type Catalogue = Readonly<Record<string, Message>>;
export type Say = (key: string, params?: Params) => string;

const files = import.meta.glob<{ default: Catalogue }>("../../../src/chocolatl/i18n/locales/*/{rules,learn,hints}.json");

/** What speaks the words of one part of the catalogue in one language. */
export async function words(part: "rules" | "learn" | "hints", language: Language): Promise<Say> {
  const path = Object.keys(files).find((name) => name.endsWith(`/${language}/${part}.json`));
  if (!path) throw new Error(`no catalogue ${part} for ${language}`);
  return speaker((await files[path]!()).default, language);
}

/** A message with its placeholders filled in; `n` chooses the plural form. An unknown key speaks for itself. */
export function speaker(catalogue: Catalogue, language: string): Say {
  const plurals = new Intl.PluralRules(language);
  return (key, params = {}) => {
    const message = catalogue[key] ?? key;
    const text = typeof message === "string" ? message : (message[plurals.select(Number(params.n ?? 0))] ?? message.other ?? key);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  };
}
