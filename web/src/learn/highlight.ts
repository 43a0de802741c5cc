// Draws the eye to one part of the table while a lesson speaks about it.
import { calm } from "../lib/settings.svelte";

const MARK = "data-coach";
const MARGIN = 8;

/** Mark every element of this place; what comes back takes the marks away. */
export function highlight(place: string, root: ParentNode = document): () => void {
  const found = root.querySelectorAll(`[data-place="${place}"]`);
  found.forEach((element) => element.setAttribute(MARK, ""));
  return () => found.forEach((element) => element.removeAttribute(MARK));
}

/** Scroll the marked place out from under the tip. The hand needs none: it is beside the question. */
export function uncover(tip: Element, root: ParentNode = document): void {
  const place = root.querySelector(`[${MARK}]:not([data-place="hand"])`)?.getBoundingClientRect();
  if (!place || (place.top >= 0 && place.bottom <= tip.getBoundingClientRect().top)) return;
  scrollBy({ top: place.top - MARGIN, behavior: calm() ? "auto" : "smooth" });
}
