/** The rules of the game: the page's one door to the engine. A screen that uses them awaits `initialize` before it is shown. */

export {
  actionFor,
  deckProblems,
  eventsFor,
  Game,
  HoliError,
  initialize,
  options,
  parseConfig,
  positionFromJson,
  positionFromView,
  preview,
  RULES_VERSION,
  type Config,
  type Options,
  type Position,
  type Preview,
  type Refusal,
} from "../../engine/src/index.ts";
export { Thinker, type Thinking } from "../../engine/src/bots/client.ts";
export type { AnalysedTurn, Analysis } from "../../engine/src/bots/types.ts";
export type { ReplayStep } from "../../engine/src/record/index.ts";
export type { CardOption, DeckFault, Landing, MoveOption, PlayerView, Score } from "../../engine/src/types.ts";
