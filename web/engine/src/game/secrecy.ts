/**
 * What a viewer may know of a game: decided here, and nowhere else. The clauses are R5.3 (a card played face down),
 * R8.1 (the cards one draws), F3 and F5.
 */

import type { Face, GameEvent, Viewer } from "../types.ts";
import { hiddenAction } from "./notation.ts";

/** With whose eyes a viewer looks: after the game nothing is hidden from anybody. */
export function eyesOf(viewer: Viewer, over: boolean): Viewer {
  return over ? "all" : viewer;
}

/** Whether the viewer knows the hand of a seat, the cards that it draws and those that it plays face down. */
export function seesCardsOf(viewer: Viewer, seat: number): boolean {
  return viewer === "all" || viewer === seat;
}

/** Whether the viewer knows a card that a seat has played. */
export function seesPlayed(viewer: Viewer, seat: number, face: Face): boolean {
  return face === "up" || seesCardsOf(viewer, seat);
}

/** Whether the viewer knows the order of the decks: no player does, not even of their own. */
export function seesDecks(viewer: Viewer): boolean {
  return viewer === "all";
}

/** The action of a seat as the viewer may know it. */
export function actionFor(viewer: Viewer, seat: number, action: string): string {
  return seesCardsOf(viewer, seat) ? action : hiddenAction(action);
}

/** The events as the viewer may know them. */
export function eventsFor(viewer: Viewer, events: readonly GameEvent[]): GameEvent[] {
  return events.map((event) => eventFor(viewer, event));
}

function eventFor(viewer: Viewer, event: GameEvent): GameEvent {
  if (event.type === "threw" && !seesPlayed(viewer, event.seat, event.face)) return { ...event, card: null };
  if (event.type === "drew" && !seesCardsOf(viewer, event.seat)) {
    return { type: "drew", seat: event.seat, count: event.cards?.length ?? event.count ?? 0 };
  }
  return event;
}
