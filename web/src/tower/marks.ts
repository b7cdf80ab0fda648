/** What may be drawn on a space besides what lies there. */
export interface Mark {
  /** What a click could do here. */
  readonly can?: "corner" | "throw" | "move" | "climb";
  /** What the action pointed at does here: a token is thrown, passes or a marker goes here. */
  readonly aimed?: "thrown" | "passes" | "goes";
  /** How a token's path ends here; drawn once `aimed` is set as well. */
  readonly end?: "board" | "hit" | "rain";
  readonly points?: number;
  /** A token that could be thrown would fall on from here. */
  readonly falls?: boolean;
  /** How many sweets and tokens a move here brings. */
  readonly brings?: number;
  /** A token is missing here for a climb. */
  readonly missing?: boolean;
  /** A lesson is about this space. */
  readonly wanted?: boolean;
  /** What a hint would do here. */
  readonly advised?: "throw" | "go";
  /** Which of the hint's actions it is, from 1. */
  readonly order?: number;
}
