// Our own sounds, made of a few tones and a little noise when they are needed; and a short vibration on phones.
import { settings } from "./settings.svelte";

export type Sound =
  | "pick"
  | "lay"
  | "send"
  | "turn"
  | "die"
  | "stone"
  | "points"
  | "loss"
  | "tie"
  | "figure"
  | "mine"
  | "win"
  | "step"
  | "chat"
  | "hurry";
/** Frequency in Hz, start and length in seconds, loudness, and how it sounds. */
type Tone = readonly [hertz: number, at: number, length: number, loud: number, kind: OscillatorType | "noise"];

const SOUNDS: Record<Sound, readonly Tone[]> = {
  pick: [[900, 0, 0.05, 0.12, "triangle"]],
  lay: [
    [220, 0, 0.07, 0.3, "sine"],
    [1800, 0, 0.03, 0.12, "noise"],
  ],
  send: [
    [180, 0, 0.12, 0.35, "sine"],
    [240, 0.09, 0.12, 0.3, "sine"],
  ],
  turn: [[2400, 0, 0.04, 0.12, "noise"]],
  die: [
    [900, 0, 0.04, 0.25, "noise"],
    [1200, 0.08, 0.04, 0.25, "noise"],
    [800, 0.17, 0.05, 0.3, "noise"],
    [160, 0.3, 0.08, 0.3, "sine"],
  ],
  stone: [
    [120, 0, 0.12, 0.5, "sine"],
    [500, 0, 0.05, 0.3, "noise"],
  ],
  points: [
    [660, 0, 0.1, 0.2, "triangle"],
    [880, 0.08, 0.14, 0.2, "triangle"],
  ],
  loss: [
    [330, 0, 0.14, 0.2, "triangle"],
    [247, 0.1, 0.2, 0.2, "triangle"],
  ],
  tie: [
    [523, 0, 0.12, 0.2, "triangle"],
    [523, 0.16, 0.12, 0.2, "triangle"],
  ],
  figure: [
    [3000, 0, 0.05, 0.2, "noise"],
    [3000, 0.08, 0.05, 0.2, "noise"],
    [3000, 0.16, 0.08, 0.2, "noise"],
  ],
  mine: [
    [587, 0, 0.18, 0.2, "triangle"],
    [784, 0.16, 0.28, 0.2, "triangle"],
  ],
  win: [
    [392, 0, 0.2, 0.25, "triangle"],
    [523, 0.18, 0.2, 0.25, "triangle"],
    [659, 0.36, 0.2, 0.25, "triangle"],
    [784, 0.54, 0.6, 0.3, "triangle"],
    [98, 0, 0.2, 0.4, "sine"],
    [98, 0.54, 0.3, 0.4, "sine"],
  ],
  chat: [
    [880, 0, 0.07, 0.16, "sine"],
    [1175, 0.07, 0.1, 0.14, "sine"],
  ],
  hurry: [
    [988, 0, 0.09, 0.22, "triangle"],
    [988, 0.14, 0.09, 0.22, "triangle"],
    [988, 0.28, 0.14, 0.22, "triangle"],
  ],
  step: [[700, 0, 0.03, 0.1, "triangle"]],
};
const TOUCH: Partial<Record<Sound, number[]>> = {
  lay: [10],
  mine: [30, 40, 30],
  hurry: [80, 60, 80, 60, 160],
  win: [60, 40, 60, 40, 120],
};
let context: AudioContext | null = null;

export function sound(name: Sound): void {
  // Out of sight only my turn and the end of my time are heard.
  if (!settings.sound || settings.volume === 0 || (document.hidden && name !== "mine" && name !== "hurry")) return;
  if (TOUCH[name]) navigator.vibrate?.(TOUCH[name]);
  // Before the first touch a browser does not let a page sound; it is no error to be silent then.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of SOUNDS[name]) play(context, tone);
}

function play(to: AudioContext, [hertz, at, length, loud, kind]: Tone): void {
  const start = to.currentTime + at;
  const gain = to.createGain();
  gain.gain.setValueAtTime(loud * settings.volume * 0.5, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(to.destination);
  const source = kind === "noise" ? noise(to, hertz, gain) : oscillator(to, hertz, kind, gain);
  source.start(start);
  source.stop(start + length);
}

function oscillator(to: AudioContext, hertz: number, kind: OscillatorType, out: AudioNode): OscillatorNode {
  const source = new OscillatorNode(to, { frequency: hertz, type: kind });
  source.connect(out);
  return source;
}

/** White noise through a band: wood, stone and paper. */
function noise(to: AudioContext, hertz: number, out: AudioNode): AudioBufferSourceNode {
  const buffer = to.createBuffer(1, to.sampleRate * 0.2, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(to, { buffer });
  source.connect(new BiquadFilterNode(to, { type: "bandpass", frequency: hertz, Q: 1 })).connect(out);
  return source;
}
