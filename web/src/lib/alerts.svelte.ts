// It is your turn: title, icon, a short sound, and a notification when the page is out of sight.
import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";

let audio: AudioContext | undefined;

/** Call from a component; `turn` is the question that waits for me, if any does. */
export function alertWhen(turn: () => number | null, name: () => string): void {
  let was = turn();
  $effect(() => {
    const now = turn();
    const waited = now !== null;
    document.title = waited ? `● ${t("alert.title")} · Chocolatl` : name();
    document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = waited ? "/icon-badge.svg" : "/icon.svg";
    if (waited && now !== was) ring();
    was = now;
  });
  $effect(() => () => {
    document.title = "Chocolatl";
    document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = "/icon.svg";
  });
}

function ring(): void {
  if (settings.sound) chime([523, 784]);
  if (settings.notify && document.hidden && "Notification" in window && Notification.permission === "granted")
    new Notification("Chocolatl", { body: t("alert.body"), icon: "/icon.svg", tag: "chocolatl" });
}

/** Browsers keep silent until the person has clicked somewhere; then this makes no sound and no error. */
function chime(notes: readonly number[]): void {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") return void audio.resume();
    notes.forEach((note, i) => tone(audio!, note, audio!.currentTime + i * 0.12));
  } catch {
    /* no sound on this machine */
  }
}

function tone(context: AudioContext, frequency: number, start: number): void {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.32);
}

export async function allowNotifications(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
