/** What goes between a page and the worker that thinks for it. */

import type { View } from "../types.ts";
import type { AnalysedTurn, Analysis, HintOptions, Hints, Thought, TurnOptions } from "./types.ts";

/** `record` is the text of a record. */
export type Task =
  | { kind: "turn"; view: View; options: TurnOptions }
  | { kind: "hints"; view: View; options: HintOptions }
  | { kind: "analyse"; record: string; options: Thought };

export type Request = ({ id: number } & Task) | { id: number; kind: "cancel" };

/** A request is answered once, with `done` or `failed`; before that there may be progress and analysed turns. */
export type Answer =
  | { id: number; type: "progress"; share: number }
  | { id: number; type: "turn"; turn: AnalysedTurn; count: number }
  | { id: number; type: "done"; result: string[] | Hints | Analysis }
  | { id: number; type: "failed"; code: string; error: string };
