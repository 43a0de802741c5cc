import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import App from "./App.svelte";

test("the page says which game it is", () => {
  const app = mount(App, { target: document.body });
  flushSync();
  expect(document.querySelector("h1")?.textContent).toBe("Chocolatl");
  unmount(app);
});
