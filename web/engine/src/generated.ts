// Written by `make wasm` from the Python sources; not to be edited.

/** The sizes of an array in the module's memory: of int64, or of float64 with `floats`. */
export interface Shape {
  readonly rows?: number | "candidates";
  readonly length?: number;
  /** Instead of a length: how many entries there are for each candidate. */
  readonly candidates?: number;
  readonly floats?: true;
}

export const SOURCES_DIGEST = "01b543d78b0636902b4c0f5ec8bb4a7c2d348110dbc5af7ddffc89ea5f509810";

export const RULES_VERSION = 2;
export const MAX_PLAYERS = 4;
export const NOBODY = -1;
export const TOKENS_PER_PLAYER = 25;
export const SWEETS_TOKENS = 24;
export const CARDS = 13;
export const SPACES = 36;
export const ALL = 68719476735;
export const GROUND = 0;
export const MIDDLE = 1;
export const TOP = 2;
export const ROW = 63;
export const COLUMN = 1090785345;
export const CORNERS = 35433480225;
export const INTERIOR = 511305600;
export const NOT_COLUMN_A = 67628691390;
export const NOT_COLUMN_F = 33814345695;
export const QUARTER = 29127;
export const SWEETS_SPACES = 19881003090;
export const PHASE = 0;
export const SEAT = 1;
export const THROWN = 2;
export const MOVED = 3;
export const CLIMBED = 4;
export const FINISHED_COUNT = 5;
export const OCCUPIED = 6;
export const MARKED = 9;
export const SWEETS_ONE = 12;
export const SWEETS_TWO = 15;
export const TOKENS = 18;
export const LEVEL = 30;
export const SQUARE = 34;
export const SUPPLY = 38;
export const SWEETS = 54;
export const POINTS = 58;
export const HAND = 62;
export const DECK = 66;
export const DECK_SIZE = 70;
export const DISCARD = 74;
export const FACE_DOWN = 78;
export const DISCARD_SIZE = 82;
export const FINISHED = 86;
export const STATE_SIZE = 90;
export const SETUP = 0;
export const PLAY = 1;
export const OVER = 2;
export const PLAYERS = 0;
export const TIE_BREAK = 1;
export const CLIMB_TOKENS = 2;
export const HAND_LIMIT = 3;
export const FREE_HANDFULS = 4;
export const SPLASH = 5;
export const LAST_DANCE = 6;
export const SWAP_PLACES = 7;
export const HIT_POINTS = 8;
export const RAIN_POINTS = 9;
export const SUMMIT_POINTS = 10;
export const SUMMIT_STEP = 11;
export const TERM = 12;
export const TERM_POINTS = 15;
export const TERM_SPACES = 18;
export const MAX_TERMS = 3;
export const REACH = 21;
export const WAYS = 57;
export const PLACEMENTS = 71;
export const TABLES = 540;
export const FACE_STAR = 9;
export const MOST_WAYS = 72;
export const MOST_TARGETS = 8;
export const MOST_RULES = 43596;
export const PLAYER_ORDER = 0;
export const FIRST_FINISHED = 1;
export const SWEETS_HELD = 1;
export const TOKENS_ON = 2;
export const COLUMNS_TOPPED = 3;
export const TOKENS_STACKED = 4;
export const FULL_LINES = 5;
export const LARGEST_GROUP = 6;
export const QUARTERS_LED = 7;
export const MESSIER_PLAYERS = 8;
export const BEST_FRIENDS = 9;
export const SCORE_LEVELS = 0;
export const SCORE_ON_OTHERS = 3;
export const SCORE_SWEETS = 4;
export const SCORE_HITS = 5;
export const SCORE_TERMS = 6;
export const SCORE_TOTAL = 9;
export const SCORE_SIZE = 10;
export const CARD_SHIFT = 36;
export const KIND_SHIFT = 40;
export const PLACE_MARKER = 0;
export const THROW_UP = 1;
export const THROW_DOWN = 2;
export const MOVE = 3;
export const CLIMB = 4;
export const END = 5;
export const CLIMB_ACTION = 4398046511104;
export const END_ACTION = 5497558138880;
export const EVENT_TYPE = 0;
export const EVENT_SEAT = 1;
export const EVENT_SPACE = 2;
export const EVENT_TO = 3;
export const EVENT_OTHER = 4;
export const EVENT_NUMBER = 5;
export const EVENT_CARDS = 6;
export const EVENT_HOW = 7;
export const EVENT_SIZE = 8;
export const MOST_EVENTS = 9;
export const PLACED_MARKER_EVENT = 0;
export const THREW_EVENT = 1;
export const TOKEN_EVENT = 2;
export const MOVED_EVENT = 3;
export const CLIMBED_EVENT = 4;
export const SWEETS_EVENT = 5;
export const COLLECTED_EVENT = 6;
export const DREW_EVENT = 7;
export const FINISHED_EVENT = 8;
export const TURN_EVENT = 9;
export const OVER_EVENT = 10;
export const LIES_FACE_UP = 0;
export const LIES_FACE_DOWN = 1;
export const ON_BOARD = 0;
export const HIT = 1;
export const RAIN = 2;
export const NOT_FINISHED = 0;
export const OUT_OF_TOKENS = 1;
export const OUT_OF_CARDS = 2;
export const LAST_DANCE_OVER = 3;
export const NO_THROW_LEFT = 4;
export const ABOUT_SEAT = 0;
export const ABOUT_SPACE = 1;
export const ABOUT_SPACES = 2;
export const ABOUT_CARD = 3;
export const ABOUT_OTHER_CARD = 4;
export const ABOUT_COUNT = 5;
export const ABOUT_MOST = 6;
export const ABOUT_SIZE = 7;
export const NO_REASON = 0;
export const GAME_IS_OVER = 1;
export const CORNER_FIRST = 2;
export const NO_FREE_CORNER = 3;
export const ALL_PLACED = 4;
export const NOT_THROWN_YET = 5;
export const THROW_MADE = 6;
export const NOT_IN_HAND = 7;
export const NO_OWN_TOKEN = 8;
export const TARGET_TAKEN = 9;
export const NOT_LAID_SO = 10;
export const SPACE_TAKEN = 11;
export const SPACE_MARKED = 12;
export const LAST_FACE_DOWN = 13;
export const MOVE_MADE = 14;
export const ONLY_END_LEFT = 15;
export const STANDS_THERE = 16;
export const MARKER_THERE = 17;
export const NO_MOVE_THROWS = 18;
export const TOO_FAR = 19;
export const MOVE_STOPS_THROW = 20;
export const CLIMB_MADE = 21;
export const NOT_PLACED = 22;
export const ON_TOP = 23;
export const AT_EDGE = 24;
export const MARKER_ABOVE = 25;
export const NEIGHBOURS_EMPTY = 26;
export const CLIMB_STOPS_THROW = 27;
export const FLOATING_TOKEN = 28;
export const TOKENS_MISCOUNTED = 29;
export const MARKER_MISSING = 30;
export const MARKERS_SHARE = 31;
export const MARKER_ON_TOKEN = 32;
export const TOO_MANY_SWEETS = 33;
export const SWEETS_UNDER_MARKER = 34;
export const SWEETS_MISCOUNTED = 35;
export const HAND_TOO_LARGE = 36;
export const FACE_DOWN_TWICE = 37;
export const FINISHED_MISNUMBERED = 38;
export const FINISHED_IN_SETUP = 39;
export const OVER_TOO_EARLY = 40;
export const BEGUN_IN_SETUP = 41;
export const CORNERS_OUT_OF_ORDER = 42;
export const NOT_ON_CORNER = 43;
export const CARDS_IN_SETUP = 44;
export const STOCK_IN_SETUP = 45;
export const FINISHED_ON_TURN = 46;
export const THROWN_WITHOUT_DISCARD = 47;
export const CLIMBED_ON_GROUND = 48;
export const CANNOT_ACT = 49;

export const PLAYABLE_VERSIONS: readonly number[] = [1, 2];

export const SETTINGS: Readonly<Record<string, readonly [index: number, usual: number]>> = {
  "climb_tokens": [2, 4],
  "hand_limit": [3, 3],
  "free_handfuls": [4, 0],
  "splash": [5, 0],
  "last_dance": [6, 0],
  "swap_places": [7, 0],
  "hit_points": [8, 1],
  "rain_points": [9, 0],
  "summit_points": [10, 0],
  "summit_step": [11, 0],
};

export const TABLE_SETTINGS: Readonly<Record<string, number>> = {
  "move_steps": 10,
  "mirror": 0,
};

export const TERMS: Readonly<Record<string, number>> = {
  "sweets-held": 1,
  "tokens-on": 2,
  "columns-topped": 3,
  "tokens-stacked": 4,
  "full-lines": 5,
  "largest-group": 6,
  "quarters-led": 7,
  "messier-players": 8,
  "best-friends": 9,
};

export const AGAINST_ACTION: Readonly<Record<number, readonly [clause: string, sentence: string]>> = {
  "1": ["R8.4", "the game is over"],
  "2": ["R2.4", "seat {seat} chooses a starting corner first"],
  "3": ["R2.4", "a marker starts on a free corner of G: a1, a6, f1 or f6"],
  "4": ["R2.4", "all markers are placed"],
  "5": ["R3.4", "the turn can be ended only after the throw"],
  "6": ["R3.1", "the throw of this turn has been made"],
  "7": ["R2.5", "card {card} is not in the hand"],
  "8": ["R4.5", "the supply holds no token of one's own colour"],
  "9": ["R4.4", "{space} holds a colour token"],
  "10": ["R4.1, R4.2", "card {card} cannot be laid so from {space}"],
  "11": ["R5.1", "{space} holds a colour token"],
  "12": ["R5.1", "the space holds a marker"],
  "13": ["R5.2", "the last card thrown lies face down"],
  "14": ["R3.1", "the move of this turn has been made"],
  "15": ["R3.5", "without a token of one's own colour, the turn can only be ended"],
  "16": ["R6.1", "the marker stands there already"],
  "17": ["R6.1", "{space} holds a marker"],
  "18": ["R3.2", "no throw would be possible after a move"],
  "19": ["R6.1, {move_steps}", "{space} is too far"],
  "20": ["R3.2", "no throw would be possible after the move"],
  "21": ["R3.1", "the climb of this turn has been made"],
  "22": ["R6.4", "the marker is not placed yet"],
  "23": ["R6.4", "the marker is on the top level"],
  "24": ["R6.4", "{space} is at the edge"],
  "25": ["R6.4", "{space} holds a marker"],
  "26": ["R6.4", "no colour token on {squares}"],
  "27": ["R3.2", "no throw would be possible after the climb"],
};

export const AGAINST_POSITION: Readonly<Record<number, readonly [clause: string, sentence: string]>> = {
  "28": ["R7.6", "the token on {space} has no token below it on {below}"],
  "29": ["R7.6", "seat {seat} has {count} tokens on the tower and {most} in supplies; there are 25 in all"],
  "30": ["R2.4", "the marker of seat {seat} is not on the tower"],
  "31": ["R7.6", "two markers are on {space}"],
  "32": ["R7.6", "{space} holds a marker and a colour token"],
  "33": ["R2.1", "{space} holds {count} sweets; at most {most} lie there"],
  "34": ["R6.2", "sweets lie under the marker on {space}"],
  "35": ["R7.6", "{count} sweets lie on the tower and {most} are held; there are 24 in all"],
  "36": ["R8.1", "seat {seat} holds {count} cards; {most} are possible"],
  "37": ["R5.2", "seat {seat} threw the cards {card} and {other_card} face down running"],
  "38": ["R8.2", "the players finished in the order {finished}; it is 0, 1, ... once each"],
  "39": ["R8.2", "a player is finished before play begins"],
  "40": ["R8.4", "the game is over, but not all players are finished"],
  "41": ["R2.4", "nothing has been thrown, moved or climbed before the corners are chosen"],
  "42": ["R2.4", "corners are chosen in seat order, and seat {seat} is to choose"],
  "43": ["R2.4", "the marker on {space} is not on a corner of G"],
  "44": ["R2.5", "seat {seat} does not have an empty hand and a deck of 13 cards"],
  "45": ["R1.2", "seat {seat} does not have 25 tokens, no sweets and no points"],
  "46": ["R8.3", "seat {seat} is to act, but is finished"],
  "47": ["R4.9", "seat {seat} has thrown, but has no discard"],
  "48": ["R6.4", "seat {seat} has climbed, but is on the ground"],
  "49": ["R3.3", "seat {seat} cannot throw in this turn and would be finished"],
};

export const COMPLETE_DECK = [
  {"id": 1, "key": "line", "face": "#../#../#..", "tokens": 2},
  {"id": 2, "key": "elbow", "face": "##./#*./...", "tokens": 3},
  {"id": 3, "key": "hook-left", "face": "#../#../.#.", "tokens": 2},
  {"id": 4, "key": "step-left", "face": "#.#/#../...", "tokens": 2},
  {"id": 5, "key": "step-right", "face": "#../#.#/...", "tokens": 2},
  {"id": 6, "key": "far-left", "face": "#../#../..#", "tokens": 2},
  {"id": 7, "key": "vee", "face": "#../.#./#..", "tokens": 2},
  {"id": 8, "key": "corners", "face": "#.#/.*./#..", "tokens": 3},
  {"id": 9, "key": "arrowhead", "face": "#../.*#/#..", "tokens": 3},
  {"id": 10, "key": "hook-right", "face": "##./..#/...", "tokens": 2},
  {"id": 11, "key": "far-right", "face": "##./.../..#", "tokens": 2},
  {"id": 12, "key": "diagonal", "face": "#../.#./..#", "tokens": 2},
  {"id": 13, "key": "fan", "face": "#../.*#/.#.", "tokens": 3},
] as const;

export const RIVALRY = [
  {"id": "short-steps", "kind": "rules", "title": "Short steps", "text": "A move goes at most two orthogonal steps. What lies between does not matter.", "settings": {"move_steps": 2}, "term": null, "points": 0, "spaces": 0},
  {"id": "helping-hands", "kind": "rules", "title": "Helping hands", "text": "To climb, tokens on three of the four neighbours are enough. All four must still be in the grid.", "settings": {"climb_tokens": 3}, "term": null, "points": 0, "spaces": 0},
  {"id": "mirror-dance", "kind": "rules", "title": "Mirror dance", "text": "Cards may also be mirrored, then rotated.", "settings": {"mirror": 1}, "term": null, "points": 0, "spaces": 0},
  {"id": "open-pockets", "kind": "rules", "title": "Open pockets", "text": "At the end of a turn, draw up to four cards instead of three.", "settings": {"hand_limit": 4}, "term": null, "points": 0, "spaces": 0},
  {"id": "free-handfuls", "kind": "rules", "title": "Free handfuls", "text": "Cards may be played face down in throws that follow each other.", "settings": {"free_handfuls": 1}, "term": null, "points": 0, "spaces": 0},
  {"id": "splash", "kind": "rules", "title": "Splash", "text": "Targets that already hold colour are skipped instead of forbidding the throw. At least one target must be free.", "settings": {"splash": 1}, "term": null, "points": 0, "spaces": 0},
  {"id": "last-dance", "kind": "rules", "title": "Last dance", "text": "Once any player is finished, every other player takes one more turn and is then finished.", "settings": {"last_dance": 1}, "term": null, "points": 0, "spaces": 0},
  {"id": "swap-places", "kind": "rules", "title": "Swap places", "text": "A move may also go to another player's marker: the two change places and nothing is collected.", "settings": {"swap_places": 1}, "term": null, "points": 0, "spaces": 0},
  {"id": "sharp-aim", "kind": "scoring", "title": "Sharp aim", "text": "A direct hit scores 2 points at once instead of 1.", "settings": {"hit_points": 2}, "term": null, "points": 0, "spaces": 0},
  {"id": "cloudburst", "kind": "scoring", "title": "Cloudburst", "text": "Each token of your throw that falls onto another player's marker scores 3 points at once.", "settings": {"rain_points": 3}, "term": null, "points": 0, "spaces": 0},
  {"id": "sweet-tooth", "kind": "scoring", "title": "Sweet tooth", "text": "At the end, 2 points for each sweets token you hold.", "settings": {}, "term": "sweets-held", "points": 2, "spaces": 0},
  {"id": "rangoli", "kind": "scoring", "title": "Rangoli", "text": "At the end, 1 point for each of your tokens on either long diagonal of any level.", "settings": {}, "term": "tokens-on", "points": 1, "spaces": 35738666145},
  {"id": "four-corners", "kind": "scoring", "title": "Four corners", "text": "At the end, 3 points for each of your tokens on a corner space of any level.", "settings": {}, "term": "tokens-on", "points": 3, "spaces": 35433480225},
  {"id": "rooftop-view", "kind": "scoring", "title": "Rooftop view", "text": "At the end, 1 point for each of the 36 columns of the tower whose highest token is yours.", "settings": {}, "term": "columns-topped", "points": 1, "spaces": 0},
  {"id": "pillars", "kind": "scoring", "title": "Pillars", "text": "At the end, 2 points for each of your tokens directly above another token of yours.", "settings": {}, "term": "tokens-stacked", "points": 2, "spaces": 0},
  {"id": "long-line", "kind": "scoring", "title": "Long line", "text": "At the end, 3 points for each row and each column of each level with four or more of your tokens.", "settings": {}, "term": "full-lines", "points": 3, "spaces": 0},
  {"id": "big-crowd", "kind": "scoring", "title": "Big crowd", "text": "At the end, 1 point for each token of your largest connected group on one level.", "settings": {}, "term": "largest-group", "points": 1, "spaces": 0},
  {"id": "quarters", "kind": "scoring", "title": "Quarters", "text": "At the end, 4 points for each 3 x 3 quarter of the ground level with more of your tokens than of every other player.", "settings": {}, "term": "quarters-led", "points": 4, "spaces": 0},
  {"id": "spotless", "kind": "scoring", "title": "Spotless", "text": "At the end, 5 points for each other player who holds more tokens of colours not their own than you do.", "settings": {}, "term": "messier-players", "points": 5, "spaces": 0},
  {"id": "best-friend", "kind": "scoring", "title": "Best friend", "text": "At the end, 4 points for each other player who holds at least one token of yours and fewer of every third colour.", "settings": {}, "term": "best-friends", "points": 4, "spaces": 0},
  {"id": "summit", "kind": "scoring", "title": "Summit", "text": "Climbing to the top level scores 6 points at once, 2 less for each other marker already there.", "settings": {"summit_points": 6, "summit_step": 2}, "term": null, "points": 0, "spaces": 0},
] as const;

export const LEVELS = {
  "random": [0, 0, 100, 1, 1073741824, 0],
  "novice": [0, 4, 100, 1, 1073741824, 0],
  "casual": [0, 27, 100, 1, 1073741824, 0],
  "greedy": [0, 100, 100, 1, 1073741824, 0],
  "club": [1, 43, 100, 1, 1073741824, 0],
  "expert": [1, 95, 100, 1, 1073741824, 16777216],
  "master": [1, 100, 100, 12, 1073741824, 16777216],
} as const;

export const REASONS: Readonly<Record<string, readonly string[]>> = {
  "finishes": ["why"],
  "climbs": ["to"],
  "scores-now": ["points"],
  "hits": ["whom", "points"],
  "rains": ["whom", "tokens"],
  "gives": ["tokens", "points"],
  "sweets": ["count"],
  "takes-back": ["tokens"],
  "blocks": ["whom", "what", "space", "points"],
  "keeps-card": ["card"],
  "keeps-face-down": [],
};

export const BOTS = {
  "DECIDED": 0,
  "COMPARED": 0,
  "ALL_TIME": 1000,
  "NO_LIMIT": 1073741824,
  "MOST_CANDIDATES": 24,
  "REASON_SIZE": 5,
  "MOST_REASONS": 20,
  "BLOCKED": ["climb", "throw"],
  "WHYS": {"1": "tokens", "2": "cards", "3": "last-dance", "4": "no-throw"},
  "SUMS": 5,
  "WEIGHT_PARTS": 2048,
  "LEVEL_NETWORK": 0,
  "LEVEL_NOTICING": 1,
  "LEVEL_ATTENTION": 2,
  "LEVEL_CANDIDATES": 3,
  "LEVEL_MOST_ROUNDS": 4,
  "LEVEL_ENDING_STEPS": 5,
  "COMPARISON_COUNT": 7,
  "COMPARISON_OWN": 2,
  "COMPARISON_ROUNDS": 8,
} as const;

export const MEMORY = {
  "random": {"length": 2},
  "states": {"rows": 4, "length": 90},
  "actions": {"rows": 4, "length": 4096},
  "left": {"length": 4},
  "path": {"length": 4},
  "turns": {"rows": "candidates", "length": 4},
  "ends": {"rows": "candidates", "length": 90},
  "values": {"rows": "candidates", "length": 2},
  "scores": {"length": 40},
  "features": {"floats": true, "length": 176},
  "work": {"length": 90},
  "pool": {"length": 16},
} as const;

export const ENDGAME_MEMORY = {
  "control": {"length": 4},
  "states": {"rows": 32, "length": 90},
  "actions": {"rows": 32, "length": 4096},
  "left": {"length": 32},
  "path": {"length": 32},
  "plies": {"rows": 8, "length": 3},
  "paths": {"rows": 131072, "length": 4},
  "worth": {"rows": 8, "length": 16384},
  "best": {"rows": 8, "length": 4},
  "floors": {"rows": 8, "length": 4},
  "entry_floors": {"rows": 8, "length": 4},
  "best_path": {"length": 32},
  "table": {"rows": 32768, "length": 6},
  "work": {"length": 90},
  "keys": {"length": 4},
  "scores": {"length": 40},
} as const;

export const THINKING = {
  "level": {"length": 6},
  "control": {"length": 9},
  "state": {"length": 90},
  "turn": {"length": 4},
  "kept": {"candidates": 1},
  "sums": {"candidates": 1},
  "visits": {"candidates": 1},
  "luck": {"length": 2},
} as const;

export const FORECAST = {
  "control": {"length": 9},
  "turns": {"rows": "candidates", "length": 4},
  "ends": {"rows": "candidates", "length": 90},
  "kept": {"candidates": 1},
  "totals": {"floats": true, "length": 4},
  "chances": {"floats": true, "length": 4},
  "sums": {"floats": true, "candidates": 5},
} as const;

/** What the module exports; arrays are a pointer and one or two sizes, bools 0 or 1. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global;
  write_tables(rules: number, rulesLength: number, faces: number, facesLength: number, steps: number, mirror: number, work: number, workLength: number): number;
  clear_state(state: number, stateLength: number): void;
  new_game(state: number, stateLength: number, rules: number, rulesLength: number, decks: number, decksLength: number): void;
  deal_hidden(state: number, stateLength: number, rules: number, rulesLength: number, seat: number, random: number, randomLength: number, pool: number, poolLength: number): void;
  legal_actions(state: number, stateLength: number, rules: number, rulesLength: number, out: number, outLength: number, room: number): number;
  ends_turn(kind: number): number;
  apply_action(state: number, stateLength: number, rules: number, rulesLength: number, action: number): void;
  explain(before: number, beforeLength: number, after: number, afterLength: number, rules: number, rulesLength: number, action: number, out: number, outLength: number): number;
  foresee(state: number, stateLength: number, rules: number, rulesLength: number, action: number, after: number, afterLength: number, out: number, outLength: number): number;
  write_landings(state: number, stateLength: number, rules: number, rulesLength: number, seat: number, out: number, outLength: number): void;
  score_all(state: number, stateLength: number, rules: number, rulesLength: number, out: number, outLength: number): void;
  rank(state: number, stateLength: number, rules: number, rulesLength: number, scores: number, scoresLength: number, seat: number): number;
  inconsistency(state: number, stateLength: number, rules: number, rulesLength: number, about: number, aboutLength: number): number;
  reason_against(state: number, stateLength: number, rules: number, rulesLength: number, action: number, about: number, aboutLength: number): number;
  missing_to_climb(state: number, stateLength: number, rules: number, rulesLength: number, seat: number, about: number, aboutLength: number): number;
  empty_neighbours(state: number, stateLength: number, rules: number, rulesLength: number, seat: number): number;
  may_throw_face_down(state: number, stateLength: number, rules: number, rulesLength: number, seat: number): number;
  next_word(random: number, randomLength: number): number;
  below(random: number, randomLength: number, limit: number): number;
  random_action(state: number, stateLength: number, rules: number, rulesLength: number, random: number, randomLength: number): number;
  random_playout(state: number, stateLength: number, rules: number, rulesLength: number, random: number, randomLength: number): number;
  begin_thinking(state: number, stateLength: number, rules: number, rulesLength: number, level: number, levelLength: number, thinking: number, memory: number, endgame: number): void;
  think(steps: number, elapsed: number, rules: number, rulesLength: number, weights: number, weightsLength: number, thinking: number, memory: number, ahead: number, endgame: number): number;
  begin_comparing(state: number, stateLength: number, rules: number, rulesLength: number, weights: number, weightsLength: number, most: number, mostRounds: number, played: number, playedLength: number, memory: number, forecast: number): void;
  compare(rounds: number, elapsed: number, rules: number, rulesLength: number, weights: number, weightsLength: number, memory: number, forecast: number): number;
  write_reasons(state: number, stateLength: number, rules: number, rulesLength: number, turn: number, turnLength: number, out: number, outLength: number, memory: number): number;
  exp(x: number): number;
}
