// Keeps the page itself at hand, so that it can open and say that it is offline. Nothing of a game is kept here.
const CACHE = "chocolatl-page";
const MANY = 120;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
/** A tap on "your turn" goes to the page of that table, or opens it. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data ?? "/"));
});
async function show(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  return page ? page.focus() : self.clients.openWindow(path);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(pathname.startsWith("/assets/") ? atHand(request) : fresh(request));
});

/** Files whose name changes with their content never grow stale. */
async function atHand(request) {
  return (await caches.match(request)) ?? keep(request, await fetch(request));
}

async function fresh(request) {
  const name = request.mode === "navigate" ? "/" : request;
  try {
    const response = await fetch(request);
    const page = response.headers.get("content-type")?.includes("text/html");
    return request.mode === "navigate" && !page ? response : await keep(name, response);
  } catch (error) {
    const kept = await caches.match(name);
    if (kept) return kept;
    throw error;
  }
}

async function keep(name, response) {
  if (!response.ok) return response;
  const cache = await caches.open(CACHE);
  if ((await cache.keys()).length > MANY) await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(name, response.clone());
  return response;
}
