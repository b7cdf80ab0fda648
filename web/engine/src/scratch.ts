/** Fixed places in the module's memory for the arguments of one call. */

import { ABOUT_SIZE, CARDS, EVENT_SIZE, MAX_PLAYERS, MOST_EVENTS, MOST_RULES, MOST_WAYS, SCORE_SIZE, SPACES, STATE_SIZE } from "./generated.ts";
import { allocate, wasm } from "./module.ts";

const INT = 8;
const USUAL_ACTIONS = 1024;

export const EVENTS_LENGTH = EVENT_SIZE * MOST_EVENTS;
export const LANDINGS_LENGTH = EVENT_SIZE * SPACES;
export const SCORES_LENGTH = SCORE_SIZE * MAX_PLAYERS;

export interface Scratch {
  readonly state: number;
  readonly after: number;
  readonly events: number;
  readonly landings: number;
  readonly scores: number;
  readonly about: number;
  readonly decks: number;
  readonly random: number;
  /** Cards: the faces of a deck, or those that are dealt. */
  readonly cards: number;
  readonly work: number;
  /** The one rules vector that is loaded. */
  readonly rules: number;
  actions: number;
  /** How many actions there is room for. */
  room: number;
}

let places: Scratch | null = null;

export function scratch(): Scratch {
  places ??= {
    state: allocate(INT * STATE_SIZE),
    after: allocate(INT * STATE_SIZE),
    events: allocate(INT * EVENTS_LENGTH),
    landings: allocate(INT * LANDINGS_LENGTH),
    scores: allocate(INT * SCORES_LENGTH),
    about: allocate(INT * ABOUT_SIZE),
    decks: allocate(INT * MAX_PLAYERS),
    random: allocate(INT * 2),
    cards: allocate(INT * CARDS),
    work: allocate(INT * MOST_WAYS),
    rules: allocate(INT * MOST_RULES),
    actions: allocate(INT * USUAL_ACTIONS),
    room: USUAL_ACTIONS,
  };
  return places;
}

/** Make room for this many actions; few positions of few decks have more than the usual. */
export function makeRoom(actions: number): void {
  const all = scratch();
  if (actions <= all.room) return;
  all.room = 2 * actions;
  all.actions = allocate(INT * all.room);
}

/** The module's functions and the places of their arguments. */
export function callable(): { kernel: ReturnType<typeof wasm>; at: Scratch } {
  return { kernel: wasm(), at: scratch() };
}
