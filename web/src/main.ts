import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { OF_HOME, OF_TABLE, preferred, speak } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

// After the page stands, so that a first visit is not slowed down.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));

// The code of the commonest screens travels beside their words, not after them.
const table = location.pathname.startsWith("/table/") && !location.pathname.endsWith("/screen");
const home = location.pathname === "/" ? import("./screens/Home.svelte") : null;
if (table) void import("./screens/TableScreen.svelte");

// Words first: a page of keys is worse than a moment of nothing.
const wanted = /\/screen$|^\/tv\//.test(location.pathname) ? new URLSearchParams(location.search).get("lang") : null;
const words = speak(preferred(wanted ?? settings.language), table ? OF_TABLE : home ? OF_HOME : undefined);
void Promise.all([words, home]).then(() => mount(App, { target: document.getElementById("app")! }));

// Drawings come after the first paint: words stand without them.
void import("./art/sprite").then(({ place }) => place());
