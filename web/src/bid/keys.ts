// The keyboard while one bids: digits lay a card at a place without focusing it first.
import type { Bid } from "./bid.svelte";

const TYPING = "input, select, textarea, dialog *";

/** The card that a digit lays: the one in focus, else the one picked up, else the first in hand. */
function next(bid: Bid): number | null {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.card : undefined;
  return focused !== undefined ? Number(focused) : (bid.picked ?? bid.hand[0] ?? null);
}

/** Returns whether the key was one of ours, and whether it laid a card. */
export function bidKey(bid: Bid, event: KeyboardEvent): "laid" | "used" | null {
  if ((event.target as Element).matches?.(TYPING) || event.altKey) return null;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && key === "z" && !event.shiftKey) return act(() => bid.undo());
  if (command && (key === "y" || (key === "z" && event.shiftKey))) return act(() => bid.redo());
  if (command) return null;
  if (key === "escape" && (bid.picked !== null || bid.aim !== null)) return act(() => (bid.picked = bid.aim = null));
  if (key === "backspace") return act(() => bid.undo());
  const number = Number(event.key);
  const card = next(bid);
  if (!Number.isInteger(number) || number < 1 || number > 6 || card === null || event.key === " ") return null;
  const single = bid.question.groups.length === 1;
  if (!single && number > bid.question.groups.length) return null;
  bid.lay(single ? 0 : number - 1, card);
  return "laid";
}

function act(change: () => unknown): "used" {
  change();
  return "used";
}
