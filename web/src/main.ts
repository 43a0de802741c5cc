import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { preferred, speak } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

// After the page stands, so that a first visit is not slowed down.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));

// A table's code travels beside its words, not after them.
if (location.pathname.startsWith("/table/") && !location.pathname.endsWith("/screen"))
  void import("./screens/TableScreen.svelte");

// Words first: a page of keys is worse than a moment of nothing.
const wanted = /\/screen$|^\/tv\//.test(location.pathname) ? new URLSearchParams(location.search).get("lang") : null;
void speak(preferred(wanted ?? settings.language)).then(() => mount(App, { target: document.getElementById("app")! }));

// Drawings come after the first paint: words stand without them.
void import("./art/sprite").then(({ place }) => place());
