/** What a person has chosen on this device, kept in the browser. */

import type { BotLevel } from "../wire/game.ts";

const KEY = "holi.settings";

export const SOUND_KINDS = ["board", "turns", "warnings"] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];
export type Theme = "auto" | "light" | "dark";

interface Kept {
  name: string;
  language: string | null;
  theme: Theme;
  sound: boolean;
  /** Kinds of sounds that are not played. */
  muted: readonly SoundKind[];
  /** Whether sound was offered, which is done once. */
  soundOffered: boolean;
  calm: boolean;
  /** 0 tower, 1 exploded, 2 side by side, and everything between. */
  spread: number;
  turn: number;
  tilt: number;
  bots: number;
  botLevel: BotLevel;
  /** How many rivalry cards are drawn in a game against bots; null until it is chosen. */
  rivalry: number | null;
  /** Seconds between the actions of bots on this device. */
  botPace: number;
}

const FIRST: Kept = {
  name: "",
  language: null,
  theme: "auto",
  sound: false,
  muted: [],
  soundOffered: false,
  calm: false,
  spread: 0,
  turn: 34,
  tilt: 54,
  bots: 3,
  botLevel: "casual",
  rivalry: null,
  botPace: 0.7,
};

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { ...FIRST, ...kept };
  } catch {
    return { ...FIRST }; // written by another version, or no storage
  }
}

export const settings: Kept = $state(read());

/** Keeps every change; called once, when the page starts. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Without storage, everything else still works.
      }
    });
    $effect(() => {
      document.documentElement.dataset["theme"] = settings.theme;
    });
    $effect(() => {
      document.documentElement.classList.toggle("calm", settings.calm);
    });
  });
}

/** As many as were chosen, else two as the rulebooks advise, and none in the first game, in which sound is offered. */
export function rivalryToDraw(): number {
  return settings.rivalry ?? (settings.soundOffered ? 2 : 0);
}

/** Who begins on this device, unless it is chosen: a draw, but in the first game the person. */
export function whoBegins(): "drawn" | "host" {
  return settings.soundOffered ? "drawn" : "host";
}

/** Whether to show changes without animation. */
export function still(): boolean {
  return settings.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
