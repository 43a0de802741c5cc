import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Event } from "../wire";
import { settings } from "./settings.svelte";

const heard: string[] = [];
class Node {
  frequency = 0;
  gain = { setValueAtTime: (loud: number) => void louds.push(loud), exponentialRampToValueAtTime: () => {} };
  constructor(_: unknown, options?: { type?: string; frequency?: number }) {
    if (options?.frequency) heard.push(String(options.frequency));
  }
  connect = (to: unknown): unknown => to;
  start(): void {}
  stop(): void {}
}
const louds: number[] = [];
class Context {
  state = "running";
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  createGain = (): Node => new Node(this);
  createBuffer = (): unknown => ({ getChannelData: () => new Float32Array(20) });
}

beforeEach(() => {
  heard.length = louds.length = 0;
  Object.assign(settings, { sound: true, volume: 0.5, speed: "normal" });
  for (const name of ["OscillatorNode", "AudioBufferSourceNode", "BiquadFilterNode"]) vi.stubGlobal(name, Node);
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, language: "en" });
});
afterEach(() => vi.unstubAllGlobals());

const made = async (event: unknown): Promise<string[]> => {
  const { travel } = await import("../reveal/flights");
  heard.length = 0;
  travel(event as Event);
  return [...heard];
};

test("card, die, stone, points, loss and tie each have a sound of their own", async () => {
  const all = await Promise.all(
    [
      { event: "revealed", locations: ["temple"], cards: [] },
      { event: "rolled", seat: null },
      { event: "stone_placed", seat: null },
      { event: "scored", seat: null, points: 3 },
      { event: "scored", seat: null, points: -2 },
      { event: "ranked", ranking: [{ beats_next: "figure" }] },
    ].map(made),
  );
  for (const tones of all) expect(tones.length).toBeGreaterThan(0);
  expect(new Set(all.map(String)).size).toBe(all.length);
});

test("one volume for all of them", async () => {
  await made({ event: "rolled", seat: null });
  const usual = [...louds];
  louds.length = 0;
  settings.volume = 1;
  await made({ event: "rolled", seat: null });
  expect(louds).toEqual(usual.map((loud) => loud * 2));
});

test.each([{ sound: false }, { volume: 0 }])("who wants silence has it: %o", async (silent) => {
  Object.assign(settings, silent);
  expect(await made({ event: "rolled", seat: null })).toEqual([]);
});
