// What is won travels: prizes fly from the table to the winner, points from the winner to the marker. Sounds go with it.
import { signed } from "../lib/i18n.svelte";
import { calm, settings } from "../lib/settings.svelte";
import { sound, type Sound } from "../lib/sounds";
import type { Event } from "../wire";
import { prizeOf } from "./rows";

const TIME = { slow: 900, normal: 520, fast: 300, instant: 0 };
const ARC = 70;

/** Call when an event is shown: it takes nothing away and waits for nothing. */
export function travel(event: Event): void {
  sounds(event);
  if (calm() || document.hidden || TIME[settings.speed] === 0) return;
  // The picture changes first; a frame later the places it flies between are there.
  requestAnimationFrame(() => {
    if ("seat" in event && event.seat !== null) {
      const column = one(`.show [data-column="${event.seat}"]`);
      const prize = prizeOf(event);
      if (prize) fly(one(`.show [data-prize="${prize}"] svg`), column?.querySelector(".cards") ?? null);
      if (event.event === "scored" && event.points)
        fly(column?.querySelector(".pedestal") ?? null, marker(event.seat), signed(event.points), event.points < 0);
      if (event.event === "stone_placed")
        fly(column?.querySelector(".pedestal .token") ?? null, one(`.show [data-prize="row-${event.row}"]`));
    }
  });
}

function marker(seat: number): Element | null {
  return one(`[data-marker="${seat}"]`) ?? one(`[data-seat="${seat}"] .score`);
}

/** The first that is to be seen. */
function one(selector: string): Element | null {
  return [...document.querySelectorAll(selector)].find((found) => found.getClientRects().length > 0) ?? null;
}

function fly(from: Element | null, to: Element | null, words?: string, loss = false): void {
  if (!from || !to) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const flyer = document.createElement("div");
  flyer.className = `flyer${words ? " points" : ""}${loss ? " loss" : ""}`;
  flyer.setAttribute("aria-hidden", "true");
  if (words) flyer.textContent = words;
  else {
    const copy = from.cloneNode(true) as SVGElement;
    copy.style.cssText = `width:${start.width}px;height:${start.height}px;opacity:1`;
    flyer.append(copy);
  }
  document.body.append(flyer);
  const own = flyer.getBoundingClientRect();
  const middle = (box: DOMRect): [number, number] => [
    box.left + box.width / 2 - own.width / 2,
    box.top + box.height / 2 - own.height / 2,
  ];
  const [[x1, y1], [x2, y2]] = [middle(start), middle(end)];
  const top = Math.min(y1, y2) - ARC;
  const frames = [
    { transform: `translate(${x1}px, ${y1}px) scale(1)`, opacity: 1 },
    { transform: `translate(${(x1 + x2) / 2}px, ${(top + Math.min(y1, y2)) / 2}px) scale(1.15)`, opacity: 1, offset: 0.5 },
    { transform: `translate(${x2}px, ${y2}px) scale(0.7)`, opacity: 0.2 },
  ];
  flyer.animate(frames, { duration: TIME[settings.speed], easing: "cubic-bezier(.2,.8,.2,1)" }).onfinish = () => flyer.remove();
}

function sounds(event: Event): void {
  const name = SOUNDS[event.event];
  if (event.event === "scored") sound(event.points < 0 ? "loss" : "points");
  else if (event.event === "ranked" && event.ranking.some((line) => line.beats_next)) sound("tie");
  else if (name) sound(name);
}
const SOUNDS: Partial<Record<Event["event"], Sound>> = {
  revealed: "turn",
  rolled: "die",
  figure_taken: "figure",
  hut_built: "lay",
  die_taken: "die",
  stone_placed: "stone",
  row_completed: "stone",
  exchanged: "lay",
  altar_opened: "turn",
};
