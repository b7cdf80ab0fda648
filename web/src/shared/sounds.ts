/** Short sounds, for those who want them. */

import { settings, type SoundKind } from "../settings/settings.svelte.ts";

export type Sound = "card" | "throw" | "land" | "hit" | "rain" | "move" | "climb" | "sweets" | "turn" | "hurry" | "over" | "no";

/** Of sounds that are not of the board. */
const KINDS: Readonly<Partial<Record<Sound, SoundKind>>> = { turn: "turns", over: "turns", hurry: "warnings", no: "warnings" };

/** Plays a sound, if sounds are on and its kind is not muted. */
export function play(name: Sound): void {
  if (!settings.sound || settings.muted.includes(KINDS[name] ?? "board")) return;
  void import("./synthesizer.ts").then(({ sound }) => {
    sound(name);
  });
}
