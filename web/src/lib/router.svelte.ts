// Where we are: the path and query of the address, as state.
const state = $state({ path: location.pathname, query: location.search });

addEventListener("popstate", () => sync());

function sync(): void {
  state.path = location.pathname;
  state.query = location.search;
}

export const route = {
  get path(): string {
    return state.path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(state.query);
  },
};

export function go(to: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  sync();
  if (!replace) scrollTo(0, 0);
}

/** Links inside the page do not load it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/"))
    return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
