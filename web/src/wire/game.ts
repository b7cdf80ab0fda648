/** Names for the parts of a game that many modules share, all taken from the server's types. */

import type { Colour, Level, Phrase, TableSettings } from "./types.ts";

export type { Colour, GameEvent, Phrase, TablePhase } from "./types.ts";
export type BotLevel = Level;
export type Pace = TableSettings["pace"];

/** `Gc3`: level, column and row (F1). */
export type Space = string;

export const COLOURS: readonly Colour[] = ["blue", "yellow", "red", "green"];
export const BOT_LEVELS: readonly BotLevel[] = ["random", "novice", "casual", "club", "expert", "master"];
export const PHRASES: readonly Phrase[] = [
  "hello",
  "good-luck",
  "well-played",
  "nice-throw",
  "ouch",
  "thinking",
  "sorry",
  "thanks",
  "good-game",
  "bye",
];

/** The levels of the tower from the bottom up. */
export const LEVELS = ["G", "M", "T"] as const;
export type LevelName = (typeof LEVELS)[number];
export const COLUMNS = ["a", "b", "c", "d", "e", "f"] as const;
/** Rows as a board shows them, the highest first, which is also the order of the rows in a view (F3). */
export const ROWS = [6, 5, 4, 3, 2, 1] as const;

export function levelOf(space: Space): LevelName {
  return space.charAt(0) as LevelName;
}

/** Column and row of a space as indexes into a view's rows. */
export function placeOf(space: Space): { x: number; y: number } {
  return { x: space.charCodeAt(1) - 97, y: 6 - Number(space.charAt(2)) };
}

export function spaceAt(level: LevelName, x: number, y: number): Space {
  return `${level}${COLUMNS[x] ?? ""}${6 - y}`;
}

/** Parses an action (F1); `level` is the marker's, where its spaces are. */
export function readAction(action: string, level: LevelName): { kind: string; card: number | null; spaces: Space[] } {
  const kind = action.charAt(0);
  const [head = "", tail = ""] = kind === "T" || kind === "D" ? action.slice(1).split("@") : ["", action.slice(1)];
  const spaces = tail.match(/[a-f][1-6]/g) ?? [];
  const card = Number.parseInt(head, 10);
  return { kind, card: Number.isNaN(card) ? null : card, spaces: spaces.map((square) => level + square) };
}
