/** Something to act in: a table, or a position of one's own. Turn, tower and dock work on either. */

import type { Colour } from "../wire/game.ts";
import type { OptionsView, PreviewView, TableState } from "../wire/types.ts";
import type { Names } from "./narrate.ts";
import type { Drawn, Stage } from "./staging.ts";

export interface Playable extends Names {
  readonly state: Pick<TableState, "version" | "viewer" | "view" | "can_take_back"> | null;
  readonly drawn: Drawn | null;
  readonly options: OptionsView | null;
  readonly colours: readonly Colour[];
  /** Whether the viewer is to act. */
  readonly myTurn: boolean;
  readonly busy: boolean;
  stage: Stage | null;
  act(action: string): Promise<void>;
  takeBack(): Promise<void>;
  preview(action: string): Promise<PreviewView | null>;
}
