// Splits each page.json for the build: the words of home, what a table says beyond them, and the rest. Translators keep one
// file. A word belongs to the first screen whose source names its key; components that are imported when they are needed
// wait for the rest (`worded` in src/lib/i18n.svelte.ts).
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { HOME, reached, TABLE } from "./reach.ts";

const PART = /^(.*\/page\.json)\?(home|table|rest)$/;
const KEY = /["']([a-z_0-9.]+)["']/g;
/** `location.${…}`: a key that is put together. */
const TEMPLATE = /`([a-z_.]+\.\$\{[^`]*)`/g;

type Part = "home" | "table" | "rest";

export function splitWords(): Plugin {
  return {
    name: "split-words",
    enforce: "pre",
    load(id) {
      const [, file, part] = PART.exec(id) ?? [];
      if (!file) return;
      this.addWatchFile(file);
      const words = Object.entries(JSON.parse(readFileSync(file, "utf-8")) as Record<string, unknown>);
      const partOf = parts();
      const mine = Object.fromEntries(words.filter(([key]) => partOf(key) === part));
      return { code: `export default ${JSON.stringify(mine)}`, moduleType: "js" };
    },
  };
}

function parts(): (key: string) => Part {
  const [home, table] = [named(reached(HOME)), named(reached(TABLE))];
  return (key) => (home(key) ? "home" : table(key) ? "table" : "rest");
}

/** Do these files name a key, as it is or as a template? */
function named(files: ReadonlySet<string>): (key: string) => boolean {
  const source = [...files].map((file) => readFileSync(file, "utf-8")).join("\n");
  const literal = new Set([...source.matchAll(KEY)].map(([, key]) => key));
  const templates = [...source.matchAll(TEMPLATE)].map(([, text]) => new RegExp(`^${pattern(text!)}$`));
  return (key) => literal.has(key) || templates.some((template) => template.test(key));
}

function pattern(template: string): string {
  const texts = template.split(/\$\{[^}]*\}/);
  return texts.map((text) => text.replaceAll(".", "\\.")).join("[a-z_0-9]+");
}
