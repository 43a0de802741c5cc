// What the screen says: one line about what has just happened, one about why.
import { t } from "../lib/i18n.svelte";
import type { Scene } from "../lib/stage.svelte";
import { at, tell, ties, type Name } from "../lib/tell";
import type { Event } from "../wire";

export interface Said {
  readonly seat: number | null;
  readonly text: string;
  readonly why: string;
}

const SILENT = new Set<Event["event"]>(["revealed", "ranked", "rolled"]);

export function said(scene: Scene | null, name: Name): Said | null {
  if (!scene) return null;
  const effects = scene.events.filter((event) => !SILENT.has(event.event));
  const lines = effects.flatMap((event) => tell(event, name, null).map(({ text }) => ({ text, event })));
  if (scene.kind === "round") return lines.length ? { seat: null, text: lines[0]!.text, why: lines[1]?.text ?? "" } : null;
  const ranked = scene.events.findLast((event) => event.event === "ranked");
  const tie = ranked ? ties(ranked.ranking, name)[0]?.text : undefined;
  const first = ranked?.ranking[0];
  const lead = first && ranked ? t("screen.first", { name: name(first.seat), at: at(ranked.location), n: first.total }) : "";
  const last = lines.at(-1);
  if (!last) return first ? { seat: first.seat, text: lead, why: tie ?? "" } : null;
  const seat = "seat" in last.event ? last.event.seat : null;
  return { seat, text: last.text, why: tie ?? (lead || (lines.at(-2)?.text ?? "")) };
}
