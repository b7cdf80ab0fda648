// Made by `npm run types` from the server's definitions. Do not edit.

export type TablePhase = "lobby" | "dealing" | "playing" | "over" | "closed";
export type ChatRule = "all" | "phrases" | "off";
export type ChatRule1 = "all" | "phrases" | "off";
export type Colour = "blue" | "yellow" | "red" | "green";
export type Level = "random" | "novice" | "casual" | "club" | "expert" | "master";
export type Phrase =
  "hello" | "good-luck" | "well-played" | "nice-throw" | "ouch" | "thinking" | "sorry" | "thanks" | "good-game" | "bye";
export type Command =
  | Create
  | Find
  | Rename
  | Watch
  | Unwatch
  | Sit
  | Leave
  | ChooseColour
  | SeatBot
  | Start
  | GiveNonce
  | CancelStart
  | Act
  | TakeBack
  | ComeBack
  | Close
  | Say
  | SetChat
  | Rematch
  | Options
  | Preview
  | Hint
  | Analyse
  | Ping
  | Try
  | OpenRecord
  | AnalyseRecord
  | CheckDeck;
export type ChatRule2 = "all" | "phrases" | "off";
export type RefusalCode =
  | "bad-colour"
  | "bad-nonce"
  | "chat-off"
  | "hot-seat-only"
  | "malformed"
  | "illegal"
  | "no-seat"
  | "no-table"
  | "not-host"
  | "not-over"
  | "not-seated"
  | "not-your-turn"
  | "nothing-to-take-back"
  | "seat-taken"
  | "seats-open"
  | "stale"
  | "wrong-phase"
  | "busy"
  | "internal"
  | "invalid"
  | "no-transfer"
  | "not-allowed"
  | "not-found"
  | "too-fast"
  | "too-large"
  | "too-many"
  | "too-slow"
  | "unavailable";
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
export type ServerMessage = Sync | Step | Presence | Said | Done | Failed | Closing;

/**
 * What clients and servers of Holi send each other; docs/protocol.md tells when.
 */
export interface HoliWire {
  Act?: Act;
  Analyse?: Analyse;
  AnalyseRecord?: AnalyseRecord;
  AnalysisView?: AnalysisView;
  CancelStart?: CancelStart;
  CardOption?: CardOption;
  Cards?: Cards;
  Changes?: Changes;
  ChatLineView?: ChatLineView;
  ChatLines?: ChatLines;
  ChatRule?: ChatRule1;
  CheckDeck?: CheckDeck;
  ChooseColour?: ChooseColour;
  ClimbedEvent?: ClimbedEvent;
  ClockView?: ClockView;
  Close?: Close;
  Closing?: Closing;
  CollectedEvent?: CollectedEvent;
  Colour?: Colour;
  ColourCardView?: ColourCardView;
  ComeBack?: ComeBack;
  Command?: Command;
  ConfigView?: ConfigView;
  Correspondence?: Correspondence;
  CorrespondenceInput?: CorrespondenceInput;
  Create?: Create;
  Created?: Created;
  DeckChecked?: DeckChecked;
  DeckProblemView?: DeckProblemView;
  Discarded?: Discarded;
  Done?: Done;
  DrewEvent?: DrewEvent;
  Failed?: Failed;
  Find?: Find;
  FinishedEvent?: FinishedEvent;
  Found?: Found;
  GameEvent?: GameEvent;
  GiveNonce?: GiveNonce;
  Health?: Health;
  Hint?: Hint;
  HintView?: HintView;
  HintsView?: HintsView;
  JudgedPlayerView?: JudgedPlayerView;
  JudgedTurnView?: JudgedTurnView;
  Landing?: Landing;
  Leave?: Leave;
  Level?: Level;
  LevelRows?: LevelRows;
  LevelSweets?: LevelSweets;
  Live?: Live;
  LiveInput?: LiveInput;
  Me?: Me;
  MoveOption?: MoveOption;
  MovedEvent?: MovedEvent;
  Named?: Named;
  Numbered?: Numbered;
  OpenRecord?: OpenRecord;
  Options?: Options;
  OptionsView?: OptionsView;
  OverEvent?: OverEvent;
  OwnDeck?: OwnDeck;
  Phrase?: Phrase;
  Ping?: Ping;
  PlacedMarkerEvent?: PlacedMarkerEvent;
  PlayerView?: PlayerView;
  Pong?: Pong;
  Presence?: Presence;
  Preview?: Preview;
  PreviewView?: PreviewView;
  Problem?: Problem;
  ReasonView?: ReasonView;
  RecordStep?: RecordStep;
  RecordView?: RecordView;
  RefusalCode?: RefusalCode;
  Relaxed?: Relaxed;
  Rematch?: Rematch;
  RematchMade?: RematchMade;
  Rename?: Rename;
  Results?: Results;
  RivalryCardView?: RivalryCardView;
  Said?: Said;
  Say?: Say;
  Score?: Score;
  SeatBot?: SeatBot;
  SeatView?: SeatView;
  ServerMessage?: ServerMessage;
  SetChat?: SetChat;
  Sit?: Sit;
  Start?: Start;
  Step?: Step;
  SweetsEvent?: SweetsEvent;
  Sync?: Sync;
  TableLine?: TableLine;
  TableList?: TableList;
  TablePhase?: TablePhase;
  TableSettings?: TableSettings;
  TableSettingsInput?: TableSettingsInput;
  TableState?: TableState;
  TakeBack?: TakeBack;
  ThrewEvent?: ThrewEvent;
  TokenEvent?: TokenEvent;
  Transfer?: Transfer;
  TriedView?: TriedView;
  Try?: Try;
  TurnEvent?: TurnEvent;
  TurnLine?: TurnLine;
  TurnView?: TurnView;
  Unwatch?: Unwatch;
  View?: View;
  Watch?: Watch;
  Watched?: Watched;
}
/**
 * An action (F1) of the seat to act, made at a version of the table.
 */
export interface Act {
  id: string;
  table: string;
  type: "act";
  version: number;
  action: string;
}
/**
 * A finished game's win chances, and each player's largest mistakes.
 */
export interface Analyse {
  id: string;
  table: string;
  type: "analyse";
}
/**
 * The analysis of a record that one has, as `analyse` gives it of a table's game.
 */
export interface AnalyseRecord {
  id: string;
  type: "analyse-record";
  record: string;
}
/**
 * A finished game evaluated turn by turn (`holi-analysis/1`).
 */
export interface AnalysisView {
  format: "holi-analysis/1";
  movetime: number;
  result: number[] | null;
  players: JudgedPlayerView[];
  turns: JudgedTurnView[];
}
/**
 * How well a player chose, from 0 to 1, and the numbers of the turns with the largest mistakes.
 */
export interface JudgedPlayerView {
  seat: number;
  name: string;
  accuracy: number | null;
  mistakes: number[];
}
/**
 * A turn of a finished game: what was played, what was best, and every seat's chances to win.
 */
export interface JudgedTurnView {
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
  reasons: ReasonView[];
}
/**
 * Why a turn is good: a code that clients translate, and its parameters (docs/analysis.md).
 */
export interface ReasonView {
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
  why?: string | null;
  to?: string | null;
  points?: number | null;
  whom?: number | null;
  tokens?: number | null;
  count?: number | null;
  what?: string | null;
  space?: string | null;
  card?: number | null;
}
/**
 * Back to choosing seats, for instance because a nonce does not come.
 */
export interface CancelStart {
  id: string;
  table: string;
  type: "cancel-start";
}
/**
 * A card in hand: whether it can be thrown now, and the throws it allows.
 */
export interface CardOption {
  card: number;
  up: string[];
  down: string[];
}
/**
 * The cards of the game.
 */
export interface Cards {
  deck: string;
  colour: ColourCardView[];
  rivalry: RivalryCardView[];
}
/**
 * A colour card: three rows from top to bottom, `#` gets a token, `*` is where the marker stands.
 */
export interface ColourCardView {
  id: number;
  key: string;
  rows: string[];
  tokens: number;
  star: boolean;
}
/**
 * A rivalry card: the rules it sets, or the term that it scores with points each, on spaces where it asks.
 */
export interface RivalryCardView {
  id: string;
  kind: "rules" | "scoring";
  title: string;
  text: string;
  settings: {
    [k: string]: number;
  };
  term: string | null;
  points: number;
  spaces: string[];
}
/**
 * The table whole if it has gone beyond `since`; else null, and one asks again.
 */
export interface Changes {
  version: number;
  sync: Sync | null;
}
/**
 * A table whole, with its game so far: after `watch`, after a gap, and whenever seats change.
 */
export interface Sync {
  type: "sync";
  state: TableState;
  log: TurnLine[];
  presence: boolean[];
}
/**
 * Everything about a table that the receiver may know.
 */
export interface TableState {
  table: string;
  version: number;
  code: string;
  phase: TablePhase;
  settings: TableSettings;
  commitment: string;
  chat: ChatRule1;
  you_are_host: boolean;
  seats: SeatView[];
  viewer: number | null;
  view: View | null;
  forecast: Score[] | null;
  legal: string[];
  can_take_back: boolean;
  clock: ClockView;
  rematch: string | null;
}
/**
 * What is agreed when a table is made.
 */
export interface TableSettings {
  players: number;
  rivalry: number | string[];
  deck: "complete" | OwnDeck;
  tie_break: "player-order" | "first-finished";
  pace: Relaxed | Live | Correspondence;
  listed: boolean;
  hot_seat: boolean;
  chat: ChatRule;
}
/**
 * A deck of one's own: 13 patterns of three rows (docs/cards.md).
 */
export interface OwnDeck {
  name: string;
  cards: {
    [k: string]: string;
  };
}
/**
 * No clock.
 */
export interface Relaxed {
  kind: "relaxed";
}
/**
 * So many seconds for each turn, and a reserve for the whole game that is drawn on after these.
 */
export interface Live {
  kind: "live";
  turn_seconds: number;
  reserve_seconds: number;
}
/**
 * So many days for each turn.
 */
export interface Correspondence {
  kind: "correspondence";
  days: number;
}
/**
 * A seat as all may see it. `promised` and `given` tell how far the nonce is (F2).
 */
export interface SeatView {
  kind: "open" | "player" | "bot";
  name: string | null;
  colour: Colour;
  level: Level | null;
  you: boolean;
  host: boolean;
  away: boolean;
  promised: boolean;
  given: boolean;
}
/**
 * A position as one seat, or a spectator, may know it (`holi-view/1`).
 */
export interface View {
  format: "holi-view/1";
  config: ConfigView;
  phase: "setup" | "play" | "over";
  turn: TurnView | null;
  levels: LevelRows;
  sweets: LevelSweets;
  players: PlayerView[];
  scores: Score[] | null;
}
/**
 * The configuration of a game (F3).
 */
export interface ConfigView {
  players: number;
  rivalry: string[];
  deck: "complete" | OwnDeck;
  tie_break: "player-order" | "first-finished";
}
/**
 * Whose turn it is, and what has been done in it.
 */
export interface TurnView {
  seat: number;
  thrown: boolean;
  moved: boolean;
  climbed: boolean;
}
/**
 * Six rows of tokens on each level, row 6 first; a digit is the seat owning the token.
 */
export interface LevelRows {
  /**
   * @minItems 6
   * @maxItems 6
   */
  G: string[];
  /**
   * @minItems 6
   * @maxItems 6
   */
  M: string[];
  /**
   * @minItems 6
   * @maxItems 6
   */
  T: string[];
}
/**
 * Six rows of sweets on each level, row 6 first.
 */
export interface LevelSweets {
  /**
   * @minItems 6
   * @maxItems 6
   */
  G: number[][];
  /**
   * @minItems 6
   * @maxItems 6
   */
  M: number[][];
  /**
   * @minItems 6
   * @maxItems 6
   */
  T: number[][];
}
/**
 * A player's part of a view: another's hand, and every deck, is only counted.
 */
export interface PlayerView {
  marker: string | null;
  supply: number[];
  sweets: number;
  points: number;
  hand: number[] | number;
  deck: number[] | number;
  discard: Discarded[];
  finished: number | null;
}
/**
 * A card played; `null` to those who may not know it.
 */
export interface Discarded {
  card: number | null;
  face: "up" | "down";
}
/**
 * A seat's points with all their parts (R9).
 */
export interface Score {
  total: number;
  levels: number[];
  on_others: number;
  sweets: number;
  hits: number;
  rivalry: {
    [k: string]: number;
  };
  rank: number;
}
/**
 * Milliseconds: what each seat has left in reserve, and when the seat to act runs out, by the server's clock.
 */
export interface ClockView {
  now: number;
  deadline: number | null;
  reserves: number[] | null;
}
/**
 * One action of the game so far, as the receiver may know it.
 */
export interface TurnLine {
  number: number;
  seat: number;
  action: string;
  bot: boolean;
}
/**
 * A line of chat at the table that was asked for.
 */
export interface ChatLineView {
  number: number;
  at: number;
  seat: number | null;
  name: string;
  phrase: Phrase | null;
  text: string | null;
}
/**
 * Lines of chat, oldest first.
 */
export interface ChatLines {
  chat: ChatLineView[];
}
/**
 * Whether a deck of one's own can be played with.
 */
export interface CheckDeck {
  id: string;
  type: "check-deck";
  deck: {
    [k: string]: unknown;
  };
}
/**
 * Another colour for my seat.
 */
export interface ChooseColour {
  id: string;
  table: string;
  type: "choose-colour";
  seat: number;
  colour: Colour;
}
/**
 * A marker climbed.
 */
export interface ClimbedEvent {
  type: "climbed";
  seat: number;
  from: string;
  to: string;
  points: number;
}
/**
 * The host closes a table that has not started.
 */
export interface Close {
  id: string;
  table: string;
  type: "close";
}
/**
 * The server stops; connect again, after so many seconds, and nothing is lost.
 */
export interface Closing {
  type: "closing";
  retry_after: number;
}
/**
 * A token was taken from the tower.
 */
export interface CollectedEvent {
  type: "collected";
  seat: number;
  owner: number;
  space: string;
}
/**
 * I am here again: the bot shall no longer play for me.
 */
export interface ComeBack {
  id: string;
  table: string;
  type: "come-back";
}
/**
 * Make a table; whoever makes it is its host.
 */
export interface Create {
  id: string;
  type: "create";
  settings: TableSettingsInput;
}
/**
 * What is agreed when a table is made.
 */
export interface TableSettingsInput {
  players: number;
  rivalry?: number | string[];
  deck?: "complete" | OwnDeck;
  tie_break?: "player-order" | "first-finished";
  pace?: Relaxed | LiveInput | CorrespondenceInput;
  listed?: boolean;
  hot_seat?: boolean;
  chat?: ChatRule2;
}
/**
 * So many seconds for each turn, and a reserve for the whole game that is drawn on after these.
 */
export interface LiveInput {
  kind: "live";
  turn_seconds?: number;
  reserve_seconds?: number;
}
/**
 * So many days for each turn.
 */
export interface CorrespondenceInput {
  kind: "correspondence";
  days?: number;
}
/**
 * Which table has this short code?
 */
export interface Find {
  id: string;
  type: "find";
  code: string;
}
/**
 * Call me so from now on.
 */
export interface Rename {
  id: string;
  type: "rename";
  name: string;
}
/**
 * Send me this table whole, and then everything that happens at it.
 */
export interface Watch {
  id: string;
  table: string;
  type: "watch";
}
/**
 * Send me no more of this table.
 */
export interface Unwatch {
  id: string;
  table: string;
  type: "unwatch";
}
/**
 * Take a seat: a certain one or any, in a certain colour or any; with the promise of a nonce (F2).
 */
export interface Sit {
  id: string;
  table: string;
  type: "sit";
  name: string;
  seat?: number | null;
  colour?: Colour | null;
  nonce_commitment: string;
}
/**
 * Leave a seat before the game starts; after that, a bot plays it until I am back.
 */
export interface Leave {
  id: string;
  table: string;
  type: "leave";
  seat: number;
}
/**
 * The host puts a bot in a seat, or takes it away again.
 */
export interface SeatBot {
  id: string;
  table: string;
  type: "seat-bot";
  seat: number;
  level: Level | null;
}
/**
 * The host starts the game; every player's client is now to send its nonce.
 */
export interface Start {
  id: string;
  table: string;
  type: "start";
}
/**
 * The nonce that was promised when the seat was taken; with the last one the game begins.
 */
export interface GiveNonce {
  id: string;
  table: string;
  type: "nonce";
  seat: number;
  nonce: string;
}
/**
 * Take back the last action of this turn.
 */
export interface TakeBack {
  id: string;
  table: string;
  type: "take-back";
  version: number;
}
/**
 * A line of chat: a fixed phrase, which every client translates, or a text.
 */
export interface Say {
  id: string;
  table: string;
  type: "say";
  phrase?: Phrase | null;
  text?: string | null;
}
/**
 * The host allows free text, only fixed phrases, or no chat.
 */
export interface SetChat {
  id: string;
  table: string;
  type: "set-chat";
  rule: ChatRule1;
}
/**
 * A new table with the same settings and the seats rotated; the first to ask makes it.
 */
export interface Rematch {
  id: string;
  table: string;
  type: "rematch";
}
/**
 * What my seat can do now, with what would come of it.
 */
export interface Options {
  id: string;
  table: string;
  type: "options";
}
/**
 * What would come of one action: its events and the scores after it.
 */
export interface Preview {
  id: string;
  table: string;
  type: "preview";
  action: string;
}
/**
 * The best turns from here, for the seat to act, from what it may know.
 */
export interface Hint {
  id: string;
  table: string;
  type: "hint";
}
/**
 * Still there?
 */
export interface Ping {
  id: string;
  type: "ping";
}
/**
 * Do actions in a position of one's own and see what comes of it: lessons, and what-if in a replay.
 */
export interface Try {
  id: string;
  type: "try";
  position: {
    [k: string]: unknown;
  };
  /**
   * @maxItems 40
   */
  actions?: string[];
}
/**
 * Play a record again: every action with what it did, and whether the record is true.
 */
export interface OpenRecord {
  id: string;
  type: "open-record";
  record: string;
}
/**
 * A table was made: its id, for links, and its short code, to be typed.
 */
export interface Created {
  table: string;
  code: string;
}
/**
 * What is wrong with a deck: the first problem in one sentence, and all as codes; null and none if it is fine.
 */
export interface DeckChecked {
  problem: string | null;
  problems: DeckProblemView[];
}
/**
 * Something wrong with a deck, for clients to translate: with one card, or with the whole (null).
 */
export interface DeckProblemView {
  card: number | null;
  code:
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
}
/**
 * The command was carried out, at this version of its table; what was asked for is in `result`.
 */
export interface Done {
  type: "done";
  id: string;
  version?: number | null;
  result?: {
    [k: string]: unknown;
  };
}
/**
 * Cards were drawn: which, to the one who drew; to others how many.
 */
export interface DrewEvent {
  type: "drew";
  seat: number;
  cards?: number[] | null;
  count?: number | null;
}
/**
 * The command was not carried out, and nothing was changed. Clients translate `code`; `message` is in English.
 */
export interface Failed {
  type: "failed";
  id: string | null;
  code: RefusalCode;
  message: string;
  retry_after?: number | null;
  state?: Sync | null;
}
/**
 * A player has no more turns.
 */
export interface FinishedEvent {
  type: "finished";
  seat: number;
  why: "tokens" | "cards" | "no-throw" | "last-dance";
}
/**
 * The table that was looked for.
 */
export interface Found {
  table: string;
}
/**
 * A starting corner was chosen.
 */
export interface PlacedMarkerEvent {
  type: "placed-marker";
  seat: number;
  space: string;
}
/**
 * A card was played.
 */
export interface ThrewEvent {
  type: "threw";
  seat: number;
  card: number | null;
  face: "up" | "down";
}
/**
 * A token's way down, and where it ended.
 */
export interface TokenEvent {
  type: "token";
  seat: number;
  path: string[];
  end: "board" | "hit" | "rain";
  onto: number | null;
  points: number;
}
/**
 * A marker moved.
 */
export interface MovedEvent {
  type: "moved";
  seat: number;
  from: string;
  to: string;
  swapped: number | null;
}
/**
 * Sweets were gathered.
 */
export interface SweetsEvent {
  type: "sweets";
  seat: number;
  space: string;
  count: number;
}
/**
 * The next player's turn.
 */
export interface TurnEvent {
  type: "turn";
  seat: number;
}
/**
 * The game is over.
 */
export interface OverEvent {
  type: "over";
  scores: Score[];
}
/**
 * The node serves and reaches its store; if not, the answer is 503 `unavailable`.
 */
export interface Health {
  status: "ok";
  store: "ok";
}
/**
 * A turn (F1) with the chance to win after it and the expected lead at the end.
 */
export interface HintView {
  turn: string;
  win_chance: number;
  lead: number;
  reasons: ReasonView[];
}
/**
 * The best turns of a seat, best first.
 */
export interface HintsView {
  seat: number;
  hints: HintView[];
}
/**
 * What becomes of a token thrown onto a space.
 */
export interface Landing {
  space: string;
  path: string[];
  end: "board" | "hit" | "rain";
  onto: number | null;
  points: number;
}
/**
 * Who the client is.
 */
export interface Me {
  name: string | null;
  token: string;
}
/**
 * What moving there brings.
 */
export interface MoveOption {
  space: string;
  sweets: number;
  collected: number[];
  swapped: number | null;
}
/**
 * What the player is called now.
 */
export interface Named {
  name: string;
}
/**
 * The number of the line of chat.
 */
export interface Numbered {
  number: number;
}
/**
 * What a seat can do now. A throw's tokens land as `landings` says of each of its spaces.
 */
export interface OptionsView {
  version: number;
  seat: number;
  cards: CardOption[];
  landings: Landing[];
  moves: MoveOption[];
  corners: string[];
  can_climb: boolean;
  missing_to_climb: string[];
  can_end: boolean;
  no_throw_fits: boolean;
}
/**
 * The server's clock, in milliseconds.
 */
export interface Pong {
  now: number;
}
/**
 * Which seats' players are connected.
 */
export interface Presence {
  type: "presence";
  table: string;
  seats: boolean[];
}
/**
 * What would come of an action.
 */
export interface PreviewView {
  action: string;
  events: GameEvent[];
  forecast: Score[];
}
/**
 * Why a request was refused, as in `failed`; nothing was changed.
 */
export interface Problem {
  code: RefusalCode;
  message: string;
  retry_after?: number | null;
  state?: Sync | null;
}
/**
 * An action of a record, and how things stood after it.
 */
export interface RecordStep {
  seat: number;
  round: number;
  action: string;
  events: GameEvent[];
  view: View;
  forecast: Score[];
}
/**
 * A record played again. `proven`: it shows that nobody chose the shuffle (F2).
 */
export interface RecordView {
  names: string[];
  tags: {
    [k: string]: string;
  };
  result: number[] | null;
  proven: boolean;
  start: View;
  steps: RecordStep[];
}
/**
 * The table where the players go on.
 */
export interface RematchMade {
  table: string;
}
/**
 * What `result` of `done` is, by the command.
 */
export interface Results {
  create: Created;
  find: Found;
  rename: Named;
  watch: Watched;
  unwatch: null;
  sit: null;
  leave: null;
  "choose-colour": null;
  "seat-bot": null;
  start: null;
  nonce: null;
  "cancel-start": null;
  act: null;
  "take-back": null;
  "come-back": null;
  close: null;
  say: Numbered;
  "set-chat": null;
  rematch: RematchMade;
  options: OptionsView;
  preview: PreviewView;
  hint: HintsView;
  analyse: AnalysisView;
  ping: Pong;
  try: TriedView;
  "open-record": RecordView;
  "analyse-record": AnalysisView;
  "check-deck": DeckChecked;
}
/**
 * The last lines of chat, at most 100; the table itself comes as `sync`, before this.
 */
export interface Watched {
  chat: ChatLineView[];
}
/**
 * What came of trying: the events of each action, and the position after the last.
 */
export interface TriedView {
  steps: GameEvent[][];
  position: {
    [k: string]: unknown;
  };
  view: View;
  forecast: Score[];
  legal: string[];
  options: OptionsView | null;
}
/**
 * A line of chat.
 */
export interface Said {
  type: "said";
  table: string;
  number: number;
  at: number;
  seat: number | null;
  name: string;
  phrase: Phrase | null;
  text: string | null;
}
/**
 * One action, or one taken back, with what came of it.
 */
export interface Step {
  type: "step";
  table: string;
  version: number;
  seat: number;
  action: string | null;
  bot: boolean;
  events: GameEvent[];
  viewer: number | null;
  view: View;
  forecast: Score[];
  legal: string[];
  can_take_back: boolean;
  clock: ClockView;
}
/**
 * A table in a list.
 */
export interface TableLine {
  table: string;
  code: string;
  phase: TablePhase;
  settings: TableSettings;
  seats_taken: number;
  your_turn: boolean;
  changed: number;
}
/**
 * Tables, those changed last first.
 */
export interface TableList {
  tables: TableLine[];
}
/**
 * A code that moves an identity to another device, once, before `expires` (milliseconds); `link` opens the page.
 */
export interface Transfer {
  code: string;
  link: string;
  expires: number;
}
