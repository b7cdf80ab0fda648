/** Bots, hints and analysis; in a page they think in a Web Worker (`Thinker`). */

export { analyse, hints, MISTAKE } from "./advice.ts";
export { Thinker, type Thinking } from "./client.ts";
export { LEVELS, needsWeights, parseLevel, turnFor, turnForSync } from "./turns.ts";
export type * from "./types.ts";
export { loadWeights } from "./weights.ts";
