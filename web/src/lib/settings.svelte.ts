// What this browser remembers about its person; never sent anywhere but the name.
export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "instant";

export interface Settings {
  language: string | null;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  /** From 0 (silent) to 1. */
  volume: number;
  notify: boolean;
  /** Ask about dice even when no roll changes my place. */
  askAll: boolean;
  /** Single letters ask the table for something. */
  keys: boolean;
  name: string;
  /** Has been at a table before. */
  played: boolean;
  /** There were games of mine on the first page. */
  tables: boolean;
  /** Knows what each location pays: has played a game, or said so in the first one. */
  explained: boolean;
}

const KEY = "chocolatl.settings";
const DEFAULTS: Settings = {
  language: null,
  theme: "auto",
  speed: "normal",
  sound: true,
  volume: 0.5,
  notify: false,
  askAll: false,
  keys: true,
  name: "",
  played: false,
  tables: false,
  explained: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...(load(KEY) as Partial<Settings> | null) });

/** Keep settings stored and the theme applied; call once from the root component. */
export function keepSettings(): void {
  $effect(() => save(KEY, settings));
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme;
  });
}

/** `store`: null where nothing may be kept. */
export function load(key: string, store: Storage | null = localStorage): unknown {
  try {
    return JSON.parse(store?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** A browser that refuses to store (private mode, full disk) still plays. */
export function save(key: string, value: unknown, store: Storage | null = localStorage): void {
  try {
    store?.setItem(key, JSON.stringify(value));
  } catch {
    /* nothing to do */
  }
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
