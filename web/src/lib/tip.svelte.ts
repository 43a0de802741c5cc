// One line about whatever one points at, tabs to or taps: every element with `data-tip` says what it is.
const SHOWN = 6000;
export const tip = $state<{ text: string }>({ text: "" });
let timer: ReturnType<typeof setTimeout> | undefined;

function show(event: Event): void {
  const text = (event.target as Element | null)?.closest?.<HTMLElement>("[data-tip]")?.dataset.tip ?? "";
  if (!text && event.type !== "pointerover") return;
  clearTimeout(timer);
  tip.text = text;
  if (event.type === "click") timer = setTimeout(() => (tip.text = ""), SHOWN);
}

/** Call once from a component; works for everything on the page. */
export function watchTips(): void {
  $effect(() => {
    const kinds = ["pointerover", "focusin", "click"];
    for (const kind of kinds) document.addEventListener(kind, show);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, show);
      tip.text = "";
    };
  });
}
