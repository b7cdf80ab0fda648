/** What bots and advice take and give. Field names are those of the JSON that Python writes (docs/analysis.md). */

export type Level = "random" | "novice" | "casual" | "greedy" | "club" | "expert" | "master";

export interface Reason {
  code:
    | "finishes"
    | "climbs"
    | "scores-now"
    | "hits"
    | "rains"
    | "gives"
    | "sweets"
    | "takes-back"
    | "blocks"
    | "keeps-card"
    | "keeps-face-down";
  why?: string;
  to?: string;
  points?: number;
  whom?: number;
  tokens?: number;
  count?: number;
  what?: "climb" | "throw";
  space?: string;
  card?: number;
}

export interface Hint {
  turn: string;
  win_chance: number;
  lead: number;
  reasons: Reason[];
}

/** The best turns of a seat, best first. */
export interface Hints {
  format: "holi-hints/1";
  seat: number;
  hints: Hint[];
}

export interface AnalysedTurn {
  number: number;
  round: number;
  seat: number;
  played: string;
  best: string;
  before: number[];
  after: number[];
  loss: number;
  lead_played: number;
  lead_best: number;
  reasons: Reason[];
}

export interface AnalysedPlayer {
  seat: number;
  name: string;
  accuracy: number | null;
  mistakes: number[];
}

export interface Analysis {
  format: "holi-analysis/1";
  movetime: number;
  result: number[] | null;
  players: AnalysedPlayer[];
  turns: AnalysedTurn[];
}

/** The same seed and `rounds`, with plenty of time, give the same answer in every program. Times are in seconds. */
export interface Thought {
  seed?: number | bigint;
  movetime?: number;
  rounds?: number;
}

export interface TurnOptions extends Thought {
  level: Level;
}

export interface HintOptions extends Thought {
  /** How many turns to name; 5. */
  most?: number;
}

export interface Control {
  /** Aborting it rejects with a `HoliError` of code `cancelled`. */
  signal?: AbortSignal;
  /** Called now and then with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}
