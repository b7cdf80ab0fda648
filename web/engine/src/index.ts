/**
 * The game of Holi as a library: positions, actions, events, views, cards and their text forms.
 * The rules are those of `holi.kernel`, compiled to WebAssembly; await `initialize()` once before anything else.
 */

export { initialize, isInitialized } from "./module.ts";
export { HoliError, PositionError, quoted } from "./errors.ts";
export type * from "./types.ts";
export { parseJson } from "./json.ts";
export { isPrintable, JsonFloat, repr } from "./repr.ts";
export { endsTurn, hiddenAction, parseAction, parseSpace, parseTurn, type Action } from "./game/notation.ts";
export {
  completeDeck,
  deckProblems,
  parseDeck,
  rivalryCard,
  rivalryCards,
  type ColourCard,
  type Deck,
  type RivalryCard,
} from "./game/cards.ts";
export { Config, parseConfig, warnings } from "./game/config.ts";
export { drawnFirst, newSeed } from "./seed.ts";
export { commitment, drawnRivalry, fairSeed, parseSeed, shuffledDeck } from "./game/shuffle.ts";
export { newPosition, Position, type Step } from "./game/position.ts";
export type { ReasonName, Refusal } from "./game/reasons.ts";
export { positionFromJson } from "./game/position-json.ts";
export { positionFromView, randomState } from "./game/deal.ts";
export { actionFor, eventsFor } from "./game/secrecy.ts";
export { landings, missingNeighbours, missingToClimb, movePreview, options, preview } from "./game/previews.ts";
export { Game } from "./game/game.ts";
export * from "./record/index.ts";
export type { Reason } from "./bots/types.ts";
export { Protocol } from "./protocol.ts";
export { sha256 } from "./sha256.ts";
export { PLAYABLE_VERSIONS, RULES_VERSION } from "./generated.ts";
