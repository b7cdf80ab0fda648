/**
 * All that the play surface knows of a game: a table, a lesson, a replay or a what-if line each implement it. Board, dock and
 * turn read the state and call the methods; where the answers come from is not their business.
 */

import type { Position } from "../rules/engine.ts";
import type { Colour } from "../wire/game.ts";
import type { TableState } from "../wire/types.ts";
import type { Drawn, Stage } from "./staging.ts";
import type { Names } from "./words/narrate.ts";

export interface Playable extends Names {
  /** The game as it stands; `version` changes with every action done or taken back. */
  readonly state: Pick<TableState, "version" | "viewer" | "view" | "can_take_back"> | null;
  /** What the tower shows; it lags behind `state` while something moves. */
  readonly drawn: Drawn | null;
  /** The game as the viewer knows it, while they are to act; cards that they do not see lie in any order. */
  readonly position: Position | null;
  /** The colour of each seat. */
  readonly colours: readonly Colour[];
  /** Whether the seed has drawn who begins; missing where nobody asks. */
  readonly firstDrawn?: boolean;
  /** Whether the viewer is to act. */
  readonly myTurn: boolean;
  /** Whether an action is under way, so that another has to wait. */
  readonly busy: boolean;
  /** The tower, which sets itself here. */
  stage: Stage | null;
  /** Does an action, written as in F1; `E` ends the turn. */
  act(action: string): Promise<void>;
  takeBack(): Promise<void>;
  /** Skips the bots' pauses until the viewer is to act; missing where no bots play in this page. */
  skip?(): void;
}
