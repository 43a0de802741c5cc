// Draws the eye to one part of the table while a lesson speaks about it.
const MARK = "data-coach";

/** Mark every element of this place; what comes back takes the marks away. */
export function highlight(place: string, root: ParentNode = document): () => void {
  const found = root.querySelectorAll(`[data-place="${place}"]`);
  found.forEach((element) => element.setAttribute(MARK, ""));
  return () => found.forEach((element) => element.removeAttribute(MARK));
}
