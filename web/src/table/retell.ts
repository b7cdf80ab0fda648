/**
 * What each action of a log did. A hosted table sends its log without events, so that it stays short; they are worked out
 * here by playing the log again with decks made up so that every card is in hand when it is played. Which other cards
 * somebody held does not matter, except for whether they could throw at all (R3.3): that is read off the log.
 */

import { publicly, type Told } from "../play/story/story.ts";
import { Game, HoliError, parseConfig, positionFromJson, type Position } from "../rules/engine.ts";
import { readAction, type GameEvent } from "../wire/game.ts";
import type { TurnLine, View } from "../wire/types.ts";

const CARDS = Array.from({ length: 13 }, (_, i) => i + 1);

/** What each action of the log did; empty if this page's rules cannot lead to `view`. */
export function retell(view: View, log: readonly Pick<TurnLine, "seat" | "action">[]): Told[] {
  // Of a turn that has begun without its throw, the card is not known: the first one with which it could be played will do.
  for (const guess of CARDS) {
    try {
      return played(view, log, guess);
    } catch (error) {
      if (!(error instanceof HoliError)) throw error;
    }
  }
  return [];
}

function played(view: View, log: readonly Pick<TurnLine, "seat" | "action">[], guess: number): Told[] {
  const thrown = (seat: number): (number | null)[] =>
    log.filter((line) => line.seat === seat && /^[TD]/.test(line.action)).map(({ action }) => readAction(action, "G").card);
  const decks = view.players.map(({ hand }, seat) => deckOf([...thrown(seat), ...(Array.isArray(hand) ? hand : [])], guess));
  const start = new Game(parseConfig(view.config)).start.toJson();
  let position = positionFromJson({ ...start, players: start.players.map((player, seat) => ({ ...player, deck: decks[seat] ?? [] })) });
  const next = decks.map((deck) => deck.values());
  return log.map(({ seat, action }, i) => {
    const card = /^[TD]/.test(action) ? next[seat]?.next().value : undefined;
    const done = position.apply(action.replace("?", String(card)));
    const follows = i + 1 < log.length ? (log[i + 1]?.seat ?? null) : (view.turn?.seat ?? null);
    const right = action === "E" ? finished(done.position, done.events, follows, view) : done;
    position = right.position;
    return publicly(right.events, position.scores());
  });
}

/** The cards as they are played, so that each is drawn in time; unknown ones are any that are left. */
function deckOf(cards: readonly (number | null)[], guess: number): number[] {
  const known = new Set(cards);
  const left = [...CARDS.slice(guess - 1), ...CARDS.slice(0, guess - 1)].filter((card) => !known.has(card));
  return [...cards.map((card) => card ?? left.shift() ?? 0), ...left];
}

/** The end of a turn after which `follows` acts, or nobody: who would have had a turn in between could not throw. */
function finished(position: Position, events: readonly GameEvent[], follows: number | null, view: View): { position: Position; events: readonly GameEvent[] } {
  if (position.seat === follows || position.seat === null) return { position, events };
  const out: GameEvent[] = [];
  const { players, ...rest } = position.toJson();
  for (let seat = position.seat; seat !== follows; seat = (seat + 1) % players.length) {
    const player = players[seat];
    if (player?.finished !== null) {
      if (players.every((other) => other.finished !== null)) break;
      continue;
    }
    player.finished = players.filter((other) => other.finished !== null).length;
    out.push({ type: "finished", seat, why: "no-throw" });
  }
  const before = events.filter(({ type }) => type !== "turn");
  if (follows === null) return { position, events: [...before, ...out, { type: "over", scores: view.scores ?? [] }] };
  const turn = { seat: follows, thrown: false, moved: false, climbed: false };
  return { position: positionFromJson({ ...rest, turn, players }), events: [...before, ...out, { type: "turn", seat: follows }] };
}
