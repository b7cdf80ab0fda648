/** Sounds made in the browser from these numbers; loaded with the first one that is wanted. */

import type { Sound } from "./sounds.ts";

interface Tone {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly for: number;
  readonly loud: number;
  readonly shape?: OscillatorType | "powder";
}

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  card: [{ at: 0, from: 900, to: 500, for: 0.05, loud: 0.05, shape: "triangle" }],
  throw: [{ at: 0, from: 600, to: 2600, for: 0.22, loud: 0.16, shape: "powder" }],
  land: [
    { at: 0, from: 190, to: 90, for: 0.1, loud: 0.22, shape: "sine" },
    { at: 0, from: 1400, to: 300, for: 0.16, loud: 0.14, shape: "powder" },
  ],
  hit: [
    { at: 0, from: 320, to: 110, for: 0.16, loud: 0.26, shape: "triangle" },
    { at: 0.02, from: 2600, to: 500, for: 0.3, loud: 0.22, shape: "powder" },
    { at: 0.1, from: 784, to: 988, for: 0.18, loud: 0.1, shape: "triangle" },
  ],
  rain: [{ at: 0, from: 2200, to: 400, for: 0.35, loud: 0.18, shape: "powder" }],
  move: [
    { at: 0, from: 240, to: 170, for: 0.07, loud: 0.16, shape: "triangle" },
    { at: 0.12, from: 260, to: 180, for: 0.07, loud: 0.16, shape: "triangle" },
  ],
  climb: [392, 494, 587, 784].map((from, i) => ({ at: i * 0.08, from, to: from, for: 0.16, loud: 0.1 })),
  sweets: [1047, 1319].map((from, i) => ({ at: i * 0.07, from, to: from, for: 0.12, loud: 0.09 })),
  turn: [587, 880].map((from, i) => ({ at: i * 0.12, from, to: from, for: 0.22, loud: 0.12 })),
  hurry: [880, 880, 880].map((from, i) => ({ at: i * 0.16, from, to: from, for: 0.1, loud: 0.14, shape: "triangle" as const })),
  over: [523, 659, 784, 1047, 1319].map((from, i) => ({ at: i * 0.13, from, to: from, for: 0.4, loud: 0.12 })),
  no: [{ at: 0, from: 200, to: 150, for: 0.16, loud: 0.12, shape: "sawtooth" }],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function sound(name: Sound): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of SOUNDS[name]) sounded(context, tone);
}

function sounded(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + tone.at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(tone.loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.for);
  gain.connect(audio.destination);
  if (tone.shape === "powder") {
    const source = audio.createBufferSource();
    source.buffer = noise ??= whiteNoise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = 0.8;
    filter.frequency.setValueAtTime(tone.from, start);
    filter.frequency.exponentialRampToValueAtTime(tone.to, start + tone.for);
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(start + tone.for);
  } else {
    const source = audio.createOscillator();
    source.type = tone.shape ?? "sine";
    source.frequency.setValueAtTime(tone.from, start);
    source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.for);
    source.connect(gain);
    source.start(start);
    source.stop(start + tone.for);
  }
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
