// A tap goes on to the next location; while a finger is held down everything stands and can be read.
import type { Stage } from "../lib/stage.svelte";

const HOLD = 300;

export function touch(node: HTMLElement, stage: Stage): { destroy: () => void } {
  let pressed = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function press(event: PointerEvent): void {
    if (!stage.busy || event.button !== 0) return;
    pressed = event.timeStamp;
    timer = setTimeout(() => stage.pause(true), HOLD);
  }
  function release(event: PointerEvent): void {
    if (!pressed) return;
    clearTimeout(timer);
    if (event.timeStamp - pressed >= HOLD) stage.pause(false);
    else if (event.type === "pointerup") stage.next();
    pressed = 0;
  }
  const kinds = { pointerdown: press, pointerup: release, pointercancel: release, pointerleave: release } as const;
  for (const [kind, act] of Object.entries(kinds)) node.addEventListener(kind, act as EventListener);
  return {
    destroy: () => {
      clearTimeout(timer);
      if (pressed && stage.paused) stage.pause(false);
    },
  };
}
