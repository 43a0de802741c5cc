// On a telephone the question covers half of the board: bring the location that matters out from under it.
import type { Location } from "../wire";
import { calm } from "./settings.svelte";

const MARGIN = 8;

/** Scroll so that this location is seen above the sheet; not for somebody who is reading further down. */
export function showPlace(location: Location, sheet: HTMLElement): void {
  const place = document.querySelector(`.board [data-place="${location}"]`)?.getBoundingClientRect();
  if (!place || getComputedStyle(sheet).position !== "fixed") return;
  const by = hiddenBy(place, innerHeight - sheet.offsetHeight, document.querySelector(".board")!.getBoundingClientRect().bottom);
  if (by) scrollBy({ top: by, behavior: calm() ? "auto" : "smooth" });
}

/** How far to scroll: down when it is behind the sheet, up when it is above the window, else not at all. */
export function hiddenBy(place: { top: number; bottom: number }, free: number, end: number): number {
  if (end < 0) return 0;
  if (place.top < 0) return place.top - MARGIN;
  const below = place.bottom + MARGIN - free;
  return below > 0 ? Math.min(below, place.top - MARGIN) : 0;
}
