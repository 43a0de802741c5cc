// Which source files a screen loads at once: its own, and everything that they import statically.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const SOURCE = resolve(import.meta.dirname, "src");
const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"(\.[^"]+)"/gm;

export const HOME = ["main.ts", "screens/Home.svelte", "screens/Return.svelte"];
/** The questions and the reveal come later, and must not wait for words. */
export const TABLE = ["main.ts", "screens/TableScreen.svelte", "reveal/later.ts"];

export function reached(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = entries.map((entry) => resolve(SOURCE, entry));
  for (let file = open.pop(); file; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, path] of readFileSync(file, "utf-8").matchAll(IMPORT)) open.push(...sourceAt(resolve(dirname(file), path!)));
  }
  return found;
}

function sourceAt(path: string): string[] {
  const isFile = (name: string): boolean => existsSync(name) && statSync(name).isFile();
  return [path, `${path}.ts`].filter((name) => /\.(ts|svelte)$/.test(name) && isFile(name)).slice(0, 1);
}
