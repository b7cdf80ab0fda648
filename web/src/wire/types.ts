// Made by `npm run types` from the server's definitions. Do not edit.

import type * as engine from "../../engine/src/index.ts";

export type TablePhase = "lobby" | "dealing" | "playing" | "over" | "closed";
export type ChatRule = "all" | "phrases" | "off";
export type ChatRule1 = "all" | "phrases" | "off";
export type Colour = "blue" | "yellow" | "red" | "green";
export type Level = "random" | "novice" | "casual" | "club" | "expert" | "master";
export type View = engine.View;
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
  | Resign
  | Close
  | Say
  | SetChat
  | Remove
  | LetIn
  | Mute
  | HandOver
  | Report
  | Rematch
  | Hint
  | Ping;
export type ChatRule2 = "all" | "phrases" | "off";
export type RefusalCode =
  | "bad-colour"
  | "bad-nonce"
  | "chat-off"
  | "hints-off"
  | "hot-seat-only"
  | "kept-out"
  | "malformed"
  | "illegal"
  | "muted"
  | "no-person"
  | "no-seat"
  | "no-table"
  | "not-host"
  | "not-over"
  | "not-seated"
  | "not-your-turn"
  | "nothing-shown"
  | "nothing-to-take-back"
  | "seat-taken"
  | "seats-open"
  | "stale"
  | "wrong-phase"
  | "banned"
  | "busy"
  | "damaged"
  | "internal"
  | "invalid"
  | "no-log-in"
  | "no-passkeys"
  | "no-transfer"
  | "not-allowed"
  | "not-found"
  | "too-fast"
  | "too-large"
  | "too-many"
  | "too-slow"
  | "unavailable";
export type GameEvent = engine.GameEvent;
export type ReasonView = engine.Reason;
export type ServerMessage = Sync | Step | Presence | Said | Removed | Done | Failed | Closing;

/**
 * What clients and servers of Holi send each other; docs/protocol.md tells when.
 */
export interface HoliWire {
  Act?: Act;
  CancelStart?: CancelStart;
  Changes?: Changes;
  ChatLineView?: ChatLineView;
  ChatLines?: ChatLines;
  ChatRule?: ChatRule1;
  ChooseColour?: ChooseColour;
  ClockView?: ClockView;
  Close?: Close;
  Closing?: Closing;
  Colour?: Colour;
  ComeBack?: ComeBack;
  Command?: Command;
  Correspondence?: Correspondence;
  CorrespondenceInput?: CorrespondenceInput;
  Create?: Create;
  Created?: Created;
  DeviceList?: DeviceList;
  DeviceView?: DeviceView;
  Done?: Done;
  Erased?: Erased;
  Export?: Export;
  ExportedLine?: ExportedLine;
  ExportedReport?: ExportedReport;
  Failed?: Failed;
  Find?: Find;
  Found?: Found;
  GameEvent?: GameEvent;
  GiveNonce?: GiveNonce;
  HandOver?: HandOver;
  Health?: Health;
  Hint?: Hint;
  HintView?: HintView;
  HintsView?: HintsView;
  KeptOutView?: KeptOutView;
  Leave?: Leave;
  LetIn?: LetIn;
  Level?: Level;
  Live?: Live;
  LiveInput?: LiveInput;
  LoggedOut?: LoggedOut;
  Me?: Me;
  Mute?: Mute;
  Named?: Named;
  Numbered?: Numbered;
  OwnDeck?: OwnDeck;
  PasskeyList?: PasskeyList;
  PasskeyQuestion?: PasskeyQuestion;
  PasskeyView?: PasskeyView;
  Phrase?: Phrase;
  Ping?: Ping;
  Pong?: Pong;
  Presence?: Presence;
  Problem?: Problem;
  ReasonView?: ReasonView;
  RecoveryCodes?: RecoveryCodes;
  RefusalCode?: RefusalCode;
  Relaxed?: Relaxed;
  Rematch?: Rematch;
  RematchMade?: RematchMade;
  Remove?: Remove;
  Removed?: Removed;
  Rename?: Rename;
  Report?: Report;
  Resign?: Resign;
  Results?: Results;
  Said?: Said;
  Say?: Say;
  SeatBot?: SeatBot;
  SeatLine?: SeatLine;
  SeatView?: SeatView;
  ServerMessage?: ServerMessage;
  SetChat?: SetChat;
  Sit?: Sit;
  Start?: Start;
  Step?: Step;
  Sync?: Sync;
  TableLine?: TableLine;
  TableList?: TableList;
  TablePhase?: TablePhase;
  TableSettings?: TableSettings;
  TableSettingsInput?: TableSettingsInput;
  TableState?: TableState;
  TakeBack?: TakeBack;
  Transfer?: Transfer;
  TurnLine?: TurnLine;
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
 * Back to choosing seats, for instance because a nonce does not come.
 */
export interface CancelStart {
  id: string;
  table: string;
  type: "cancel-start";
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
  nonce_commitments: (string | null)[];
  chat: ChatRule1;
  you_are_host: boolean;
  seats: SeatView[];
  viewer: number | null;
  view: View | null;
  can_take_back: boolean;
  clock: ClockView;
  rematch: string | null;
  hints: boolean;
  person: string | null;
  people: (string | null)[];
  removed: number[];
  muted: string[];
  kept_out: KeptOutView[];
}
/**
 * What is agreed when a table is made.
 */
export interface TableSettings {
  players: number;
  rivalry: number | string[];
  deck: "complete" | OwnDeck;
  tie_break: "player-order" | "first-finished";
  first: "drawn" | "host";
  pace: Relaxed | Live | Correspondence;
  listed: boolean;
  hot_seat: boolean;
  chat: ChatRule;
  hints: boolean | null;
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
 * A seat as all may see it. `promised` and `given` say how far its nonce is (F2).
 */
export interface SeatView {
  kind: "open" | "player" | "bot";
  name: string | null;
  colour: Colour;
  level: Level | null;
  you: boolean;
  host: boolean;
  away: boolean;
  resigned: boolean;
  kept: ("you" | "other") | null;
  promised: boolean;
  given: boolean;
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
 * Somebody whom the host keeps out; without a name if they had no seat.
 */
export interface KeptOutView {
  person: string;
  name: string | null;
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
  person: string;
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
  first?: "drawn" | "host";
  pace?: Relaxed | LiveInput | CorrespondenceInput;
  listed?: boolean;
  hot_seat?: boolean;
  chat?: ChatRule2;
  hints?: boolean | null;
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
 * I give up: bots play my seats to the end; if no other person plays on, the game ends without a result.
 */
export interface Resign {
  id: string;
  table: string;
  type: "resign";
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
 * The host keeps a person out: their seats become free, or a bot's if the game runs.
 */
export interface Remove {
  id: string;
  table: string;
  type: "remove";
  person: string;
}
/**
 * The host no longer keeps a person out.
 */
export interface LetIn {
  id: string;
  table: string;
  type: "let-in";
  person: string;
}
/**
 * The host lets a person write no chat here, or write again.
 */
export interface Mute {
  id: string;
  table: string;
  type: "mute";
  person: string;
  muted: boolean;
}
/**
 * The host makes another player of the table its host.
 */
export interface HandOver {
  id: string;
  table: string;
  type: "hand-over";
  person: string;
}
/**
 * Tell the administrator of the server of a person, with the last lines of chat.
 */
export interface Report {
  id: string;
  table: string;
  type: "report";
  person: string;
  why?: string;
}
/**
 * A new table with the same settings, where another begins or that is drawn; the first to ask makes it.
 */
export interface Rematch {
  id: string;
  table: string;
  type: "rematch";
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
 * A table was made: its id, for links, and its short code, to be typed.
 */
export interface Created {
  table: string;
  code: string;
}
/**
 * The devices on which the player is logged in, the one seen last first.
 */
export interface DeviceList {
  devices: DeviceView[];
}
/**
 * A device on which the player is logged in; times are in milliseconds, `seen` to the day.
 */
export interface DeviceView {
  id: string;
  made: number;
  seen: number;
  about: string;
  current: boolean;
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
 * The player is erased; their tokens are worth nothing.
 */
export interface Erased {
  erased: true;
}
/**
 * All that is kept about a player; `names` are those under which they sat or wrote, `records` links.
 */
export interface Export {
  person: string;
  name: string | null;
  names: string[];
  passkeys: number[];
  devices: DeviceView[];
  tables: TableLine[];
  records: string[];
  chat: ExportedLine[];
  reports: ExportedReport[];
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
  seats: SeatLine[];
  your_turn: boolean;
  changed: number;
}
/**
 * Who sits at a table in a list, with the result if the game was played to its end.
 */
export interface SeatLine {
  name: string | null;
  level: Level | null;
  resigned: boolean;
  points: number | null;
  rank: number | null;
  you: boolean;
}
/**
 * A line of chat that the player wrote.
 */
export interface ExportedLine {
  table: string;
  number: number;
  at: number;
  name: string;
  phrase: Phrase | null;
  text: string | null;
}
/**
 * A report that the player made, with the name of whom it is about.
 */
export interface ExportedReport {
  at: number;
  table: string;
  name: string;
  why: string;
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
 * The table that was looked for.
 */
export interface Found {
  table: string;
}
/**
 * The node serves and can write to its store; if not, the answer is 503 `unavailable` or 500 `damaged`.
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
 * How many devices were logged out.
 */
export interface LoggedOut {
  devices: number;
}
/**
 * Who the client is.
 */
export interface Me {
  name: string | null;
  token: string | null;
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
 * The player's passkeys, oldest first, and how many recovery codes are not used yet.
 */
export interface PasskeyList {
  passkeys: PasskeyView[];
  codes_left: number;
}
/**
 * A passkey; times are in milliseconds, `about` is the browser that added it.
 */
export interface PasskeyView {
  id: string;
  made: number;
  used: number | null;
  about: string;
}
/**
 * What to ask an authenticator: `challenge`, `user` and the ids of `known` passkeys are in base64url.
 */
export interface PasskeyQuestion {
  challenge: string;
  host: string;
  user: string;
  name: string;
  known: string[];
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
 * Why a request was refused, as in `failed`; nothing was changed.
 */
export interface Problem {
  code: RefusalCode;
  message: string;
  retry_after?: number | null;
  state?: Sync | null;
}
/**
 * Codes that log in once each; the server keeps only their digests.
 */
export interface RecoveryCodes {
  codes: string[];
}
/**
 * The table where the players go on.
 */
export interface RematchMade {
  table: string;
}
/**
 * The host keeps the receiver out of this table from now on; nothing more comes from it.
 */
export interface Removed {
  type: "removed";
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
  resign: null;
  close: null;
  say: Numbered;
  "set-chat": null;
  remove: null;
  "let-in": null;
  mute: null;
  "hand-over": null;
  report: null;
  rematch: RematchMade;
  hint: HintsView;
  ping: Pong;
}
/**
 * The last lines of chat, at most 100; the table itself comes as `sync`, before this.
 */
export interface Watched {
  chat: ChatLineView[];
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
  person: string;
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
  can_take_back: boolean;
  clock: ClockView;
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
