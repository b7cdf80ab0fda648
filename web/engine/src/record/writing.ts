/** The one text of a record. */

import { COMPLETE_DECK, RULES_VERSION } from "../generated.ts";
import { BEFORE_CORNERS, type GameRecord, type RecordedTurn } from "./model.ts";
import { cardTag, escaped, FORMAT, seatsOf, seatTag, tagOrder } from "./tags.ts";

export const NO_TURN = "-";
export const UNFINISHED = "*";

/** The text of a record; equal records have equal texts, and `parseRecord` reads it back. */
export function formatRecord(record: GameRecord): string {
  const lines = orderedTags(record).map(([name, value]) => `[${name} "${escaped(value)}"]`);
  lines.push("", ...commentsAfter(record, BEFORE_CORNERS));
  for (const [round, cells] of roundsOf(record))
    lines.push(`${round}. ${cells.join(" | ")}`, ...commentsAfter(record, round));
  lines.push(formatResult(record.result));
  return lines.join("\n") + "\n";
}

/** Every seat's total, such as `61-48-52`, or `*` for a game that is not over. */
export function formatResult(result: readonly number[] | null): string {
  return result === null ? UNFINISHED : result.join("-");
}

function orderedTags(record: GameRecord): [string, string][] {
  const tags = allTags(record);
  const order = tagOrder(record.config.players).filter((name) => tags.has(name));
  const others = [...tags.keys()].filter((name) => !order.includes(name)).sort();
  return [...order, ...others].map((name) => [name, tags.get(name) ?? ""]);
}

function allTags(record: GameRecord): Map<string, string> {
  const config = record.config.toJson();
  const { deck } = config;
  const tags = new Map(Object.entries(record.tags));
  tags.set("Format", FORMAT);
  tags.set("Rules", String(RULES_VERSION));
  tags.set("Players", String(config.players));
  tags.set("Rivalry", config.rivalry.join(" "));
  tags.set("TieBreak", config.tie_break);
  tags.set("Deck", typeof deck === "string" ? deck : deck.name);
  tags.set("Seed", record.seed);
  if (typeof deck !== "string") for (const { id } of COMPLETE_DECK) tags.set(cardTag(id), deck.cards[id] ?? "");
  record.names.forEach((name, seat) => tags.set(seatTag(seat), name));
  return tags;
}

function commentsAfter(record: GameRecord, round: number): string[] {
  return record.comments.filter(({ after }) => after === round).map(({ text }) => `; ${text}`);
}

/** The number and the cells of each round; the last one of a game that is not over stops with its last turn. */
function roundsOf(record: GameRecord): [number, string[]][] {
  const byRound = new Map<number, RecordedTurn[]>();
  for (const turn of record.turns) byRound.set(turn.round, [...(byRound.get(turn.round) ?? []), turn]);
  return [...byRound].map(([round, turns]) => {
    const whole = record.result !== null || round < record.rounds;
    const seats = whole ? record.config.players : (turns.at(-1)?.seat ?? 0) + 1;
    const cell = (seat: number): string => turns.find((turn) => turn.seat === seat)?.actions.join(" ") ?? NO_TURN;
    return [round, seatsOf(seats).map(cell)];
  });
}
