/** The JSON that goes between programs: positions and views (F3), events (F5), scores, options and previews. */

/** `Gc3`: level, column and row (F1). */
export type Space = string;
export type Phase = "setup" | "play" | "over";
export type Face = "up" | "down";
export type TieBreak = "player-order" | "first-finished";
/** Who looks: a seat, a spectator, or somebody who may know everything. */
export type Viewer = number | "spectator" | "all";

/** A deck of one's own; `cards` has the faces of the cards "1" to "13", rows from top to bottom: `#../.*#/.#.`. */
export interface OwnDeck {
  name: string;
  cards: Record<string, string>;
}

export interface ConfigJson {
  players: number;
  rivalry: string[];
  deck: "complete" | OwnDeck;
  tie_break: TieBreak;
}

/** What a configuration may be given as: only `players` is required. A number of rivalry cards is drawn by a seed. */
export interface ConfigInput {
  players: number;
  rivalry?: number | string[];
  deck?: "complete" | OwnDeck;
  tie_break?: TieBreak;
}

export interface TurnJson {
  seat: number;
  thrown: boolean;
  moved: boolean;
  climbed: boolean;
}

/** Six rows on each level, row 6 first. */
export interface ByLevel<Row> {
  G: Row[];
  M: Row[];
  T: Row[];
}

/** `card` is null to those who may not know it. */
export interface DiscardJson<Card = number | null> {
  card: Card;
  face: Face;
}

/** `supply` is by seat: index = colour's owner. `discard` begins with the bottom card. */
interface PlayerBase {
  marker: Space | null;
  supply: number[];
  sweets: number;
  points: number;
  finished: number | null;
}

export interface PlayerJson extends PlayerBase {
  hand: number[];
  deck: number[];
  discard: DiscardJson<number>[];
}

/** Hands and decks that the viewer may not know are only counted. */
export interface PlayerView extends PlayerBase {
  hand: number[] | number;
  deck: number[] | number;
  discard: DiscardJson[];
}

interface PositionBase {
  config: ConfigJson;
  phase: Phase;
  turn: TurnJson | null;
  levels: ByLevel<string>;
  sweets: ByLevel<number[]>;
  scores: Score[] | null;
}

/** A complete position. */
export interface PositionJson extends PositionBase {
  format: "holi-position/1";
  players: PlayerJson[];
}

/** A position as somebody may know it. */
export interface View extends PositionBase {
  format: "holi-view/1";
  players: PlayerView[];
}

/** A seat's points with all their parts (R9); `rivalry` has every card in play that scores at the end. */
export interface Score {
  total: number;
  levels: number[];
  on_others: number;
  sweets: number;
  hits: number;
  rivalry: Record<string, number>;
  rank: number;
}

export type TokenEnd = "board" | "hit" | "rain";
export type FinishedWhy = "tokens" | "cards" | "no-throw" | "last-dance";

export interface PlacedMarkerEvent {
  type: "placed-marker";
  seat: number;
  space: Space;
}
export interface ThrewEvent {
  type: "threw";
  seat: number;
  card: number | null;
  face: Face;
}
export interface TokenEvent {
  type: "token";
  seat: number;
  path: Space[];
  end: TokenEnd;
  onto: number | null;
  points: number;
}
export interface MovedEvent {
  type: "moved";
  seat: number;
  from: Space;
  to: Space;
  swapped: number | null;
}
export interface ClimbedEvent {
  type: "climbed";
  seat: number;
  from: Space;
  to: Space;
  points: number;
}
export interface SweetsEvent {
  type: "sweets";
  seat: number;
  space: Space;
  count: number;
}
export interface CollectedEvent {
  type: "collected";
  seat: number;
  owner: number;
  space: Space;
}
/** `cards` to those who may know them, `count` to others. */
export interface DrewEvent {
  type: "drew";
  seat: number;
  cards?: number[] | null;
  count?: number | null;
}
export interface FinishedEvent {
  type: "finished";
  seat: number;
  why: FinishedWhy;
}
export interface TurnEvent {
  type: "turn";
  seat: number;
}
export interface OverEvent {
  type: "over";
  scores: Score[];
}
export type GameEvent =
  | PlacedMarkerEvent
  | ThrewEvent
  | TokenEvent
  | MovedEvent
  | ClimbedEvent
  | SweetsEvent
  | CollectedEvent
  | DrewEvent
  | FinishedEvent
  | TurnEvent
  | OverEvent;

export interface CardOption {
  card: number;
  up: string[];
  down: string[];
}

/** What becomes of a token thrown onto a space. */
export interface Landing {
  space: Space;
  path: Space[];
  end: TokenEnd;
  onto: number | null;
  points: number;
}

/** What moving there brings; `collected` are the owners of the tokens. */
export interface MoveOption {
  space: Space;
  sweets: number;
  collected: number[];
  swapped: number | null;
}

/** What the seat to act can do now. A throw's tokens land as `landings` says of each of its spaces. */
export interface Options {
  seat: number;
  cards: CardOption[];
  landings: Landing[];
  moves: MoveOption[];
  corners: Space[];
  can_climb: boolean;
  missing_to_climb: Space[];
  can_end: boolean;
  no_throw_fits: boolean;
}

/** What would come of an action: its events, and the scores if the game ended after it. */
export interface Preview {
  action: string;
  events: GameEvent[];
  forecast: Score[];
}

/** What can be wrong with a deck. Clients translate these codes. */
export type DeckFault =
  | "unknown-entry"
  | "bad-name"
  | "no-cards"
  | "unknown-card"
  | "bad-key"
  | "missing-card"
  | "no-face"
  | "too-many-stars"
  | "needs-two-filled"
  | "needs-one-filled";

/** Something wrong with one card of a deck, or with the whole (null); `text` is one sentence. */
export interface DeckProblem {
  code: DeckFault;
  card: number | null;
  text: string;
}
