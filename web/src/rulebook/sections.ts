/** The sections of the rules: their clauses in `docs/rules.md`, the lesson that teaches each, and which levels to draw. */

interface SectionPlan {
  readonly id: string;
  readonly clauses: string;
  readonly lesson: string;
  /** The levels of the lesson's position that are drawn, from the ground up. */
  readonly drawn: "" | "G" | "GM" | "GMT";
}

export const SECTIONS = [
  { id: "parts", clauses: "R1", lesson: "corner", drawn: "GMT" },
  { id: "setup", clauses: "R2", lesson: "setup", drawn: "" },
  { id: "turn", clauses: "R3", lesson: "whole-turn", drawn: "" },
  { id: "throw", clauses: "R4", lesson: "face-up", drawn: "G" },
  { id: "hit", clauses: "R4.7", lesson: "hit", drawn: "G" },
  { id: "down", clauses: "R5", lesson: "face-down", drawn: "" },
  { id: "move", clauses: "R6.1–R6.3", lesson: "collect", drawn: "G" },
  { id: "climb", clauses: "R6.4–R6.5", lesson: "climb", drawn: "GM" },
  { id: "fall", clauses: "R7", lesson: "one-level", drawn: "GMT" },
  { id: "end", clauses: "R8", lesson: "end-turn", drawn: "" },
  { id: "score", clauses: "R9", lesson: "final-score", drawn: "GMT" },
  { id: "rivalry", clauses: "R2.2", lesson: "rangoli", drawn: "" },
] as const satisfies readonly SectionPlan[];

export type Section = (typeof SECTIONS)[number];
export type SectionId = Section["id"];

export function sectionOf(id: SectionId): Section {
  return SECTIONS.find((section) => section.id === id) ?? SECTIONS[0];
}

/** Where the books disagree; the text of each says what is played here. */
export const DISAGREEMENTS = ["sweets", "tie", "last-tie", "rules-cards", "supply", "finished", "under", "onto", "no-throw", "level", "two-cards"] as const;
