/** A table at which a game is played. The game's screen does not know whether the server hosts it or this browser. */

import type { Playable } from "../play/playable.ts";
import type { Told } from "../play/story/story.ts";
import type { HintsView, SeatView, TableState, TurnLine } from "../wire/types.ts";
import type { Moment } from "./moments.ts";

/** What the screen reads of a table's state. */
export type GameState = Pick<TableState, "version" | "phase" | "seats" | "viewer" | "view" | "can_take_back" | "hints">;

export interface Table extends Playable {
  readonly state: GameState | null;
  readonly title: string;
  readonly seats: readonly SeatView[];
  /** The seats of those who use this device. */
  readonly mine: readonly number[];
  readonly log: readonly TurnLine[];
  /** What each action of the log did; empty if it is not known. */
  readonly told: readonly Told[];
  /** The last great moment. */
  readonly moment: Moment | null;
  /** Whether several people pass this device around, so that hands are hidden between their turns. */
  readonly shared: boolean;
  /** The best turns for the viewer; null, after showing why, if there are none, or if `signal` gave up. */
  hint(signal: AbortSignal): Promise<HintsView | null>;

  /** The address of the finished game's replay. */
  readonly replay: string;
  saveRecord(): Promise<void>;
  /** Makes the next game with the same seats and goes there. */
  rematch(): Promise<void>;
  /** Gives the game up for everybody at this device. */
  resign(): Promise<unknown>;

  // What only some tables have.

  /** Letters that others join by. */
  readonly code?: string;
  /** Who is connected, by seat. */
  readonly presence?: readonly boolean[];
  /** When the time of the player to act is up, by this machine's clock in milliseconds. */
  readonly deadline?: number | null;
  /** What has been said. */
  readonly chat?: readonly unknown[];
  /** How many lines of others were not read yet. */
  readonly unread?: number;
  /** What others have said just now, by seat. */
  readonly bubbles?: readonly (string | null)[];
  /** The address of the next game, if somebody has made it. */
  readonly next?: string | null;
  /** Goes to the next game. */
  follow?(): void;
  /** The share of its work that a bot here has done, from 0 to 1; null while none is thinking. */
  readonly thought?: number | null;
  /** Takes a seat back from the bot that stands in for its player. */
  comeBack?(): Promise<unknown>;
}
