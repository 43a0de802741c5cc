// Somebody is waited for: title, icon, a sound, and a notification when the page is out of sight.
import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import { sound } from "./sounds";

/** Call from a component; `turn` is the question that waits for me, if any does. */
export function alertWhen(turn: () => number | null, name: () => string): void {
  let was = turn();
  $effect(() => {
    const now = turn();
    mark(now !== null ? t("alert.title") : null, name());
    if (now !== null && now !== was) ring(t("alert.body"));
    was = now;
  });
  $effect(() => () => mark(null, "Chocolatl"));
}

/** The same for something that is asked beside the game, such as a rematch. */
export function alertOnce(asked: () => boolean, title: () => string, body: () => string): void {
  $effect(() => {
    if (!asked()) return;
    mark(title(), "Chocolatl");
    ring(body());
    return () => mark(null, "Chocolatl");
  });
}

function mark(waited: string | null, name: string): void {
  document.title = waited === null ? name : `● ${waited} · Chocolatl`;
  document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = waited === null ? "/icon.svg" : "/icon-badge.svg";
}

function ring(body: string): void {
  sound("mine");
  if (settings.notify && document.hidden && permission() === "granted") void notify(body);
}

/** Phones show notifications of a service worker only; a page of its own may throw. */
async function notify(body: string): Promise<void> {
  const options = {
    body,
    icon: "/icon.svg",
    tag: `chocolatl ${location.pathname}`,
    lang: document.documentElement.lang,
    data: location.pathname,
    renotify: true,
  };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return await worker.showNotification("Chocolatl", options);
    const shown = new Notification("Chocolatl", options);
    shown.onclick = () => window.focus();
  } catch {
    /* neither way: title and sound have told it */
  }
}

export type Permission = NotificationPermission | "insecure" | "missing";

export function permission(): Permission {
  if (!window.isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}

/** Ask for it; what the browser says. */
export async function allowNotifications(): Promise<Permission> {
  const now = permission();
  return now === "default" ? await Notification.requestPermission() : now;
}
