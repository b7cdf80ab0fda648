/** The tags of a record: their vocabulary, their one order, how values are escaped and what each may hold. */

import { malformed, quoted } from "../errors.ts";
import { repr } from "../repr.ts";
import { lengthOf } from "./text.ts";

export const FORMAT = "holi-record/1";
export const RIVALRY_DRAW = "RivalryDraw";
export const FIRST_DRAW = "FirstDraw";
export const COMMITMENT = "Commitment";
export const SECRET = "Secret";

/** What every record has besides its format and the names of the seats. */
export const REQUIRED = ["Rules", "Players", "Rivalry", "TieBreak", "Deck", "Seed"];

const LONGEST_NAME = 40;
const LONGEST_VALUE = 1000;
const MOST_RIVALRY = 3;
const CARD_IDS = Array.from({ length: 13 }, (_, i) => i + 1);

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const NUMBERED = /^(Card|Seat|Nonce|NonceCommitment)[0-9]+$/;
const NUMBERED_NONCE = /^Nonce(Commitment)?[0-9]+$/;
const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const DIGEST = /^[0-9a-f]{64}$/;
/** What could break a line, steer a terminal, turn the direction of other text, or not be written as UTF-8. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;
/** As Python has it: unlike `trim`, it keeps a byte order mark. */
const BLANK = /^[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*$/;

export const cardTag = (card: number): string => `Card${card}`;
export const seatTag = (seat: number): string => `Seat${seat}`;
export const nonceTag = (seat: number): string => `Nonce${seat}`;
export const nonceCommitmentTag = (seat: number): string => `NonceCommitment${seat}`;

export const seatsOf = (players: number): number[] => Array.from({ length: players }, (_, seat) => seat);

export const cardTags = (): string[] => CARD_IDS.map(cardTag);

export function fairnessTags(players: number): string[] {
  const seats = seatsOf(players);
  return [COMMITMENT, SECRET, ...seats.map(nonceCommitmentTag), ...seats.map(nonceTag)];
}

/** All tags that have a meaning, in the order in which a record writes them; others follow by name. */
export function tagOrder(players: number): string[] {
  return [
    ...["Format", "Rules", "Event", "Date", "Players", "Rivalry", RIVALRY_DRAW, FIRST_DRAW, "TieBreak", "Deck"],
    ...cardTags(),
    "Seed",
    ...fairnessTags(players),
    ...seatsOf(players).map(seatTag),
  ];
}

/** The tags that are written from a record's own fields and so cannot be among its free tags. */
export function fixedTags(players: number): Set<string> {
  return new Set(["Format", ...REQUIRED, ...cardTags(), ...seatsOf(players).map(seatTag)]);
}

export const escaped = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

export const unescaped = (text: string): string => text.replace(/\\(["\\])/g, "$1");

export function checkText(what: string, text: unknown): asserts text is string {
  if (typeof text !== "string") throw malformed(`${what} is ${quoted(text)}; it is a text`);
  const unsafe = UNSAFE.exec(text);
  if (unsafe)
    throw malformed(`${what} holds the control character ${repr(unsafe[0])}; leave it out`);
}

export function checkName(seat: number, name: unknown): void {
  checkText(`the name of seat ${seat}`, name);
  if (BLANK.test(name) || lengthOf(name) > LONGEST_VALUE)
    throw malformed(`the name ${quoted(name)} of seat ${seat} has not 1 to ${LONGEST_VALUE} characters`,
    );
}

/** Refuse `Seat3` in a game for three, `Card14` and the like: a slip, not a tag of somebody else's. */
export function checkNumbered(name: string, players: number): void {
  if (!NUMBERED.test(name) || tagOrder(players).includes(name)) return;
  const what = name.startsWith("Card") ? "a deck has the cards 1 to 13" : `the seats are 0 to ${players - 1}`;
  throw malformed(`the tag ${quoted(name)} has no place in this game; ${what}`);
}

export function checkTag(name: string, value: unknown): void {
  if (!NAME.test(name))
    throw malformed(
      `${quoted(name)} is no name of a tag; take 1 to ${LONGEST_NAME} letters, digits and _, a letter first`,
    );
  checkText(`the tag ${repr(name)}`, value);
  if (lengthOf(value) > LONGEST_VALUE)
    throw malformed(
      `the tag ${repr(name)} has ${lengthOf(value)} characters; at most ${LONGEST_VALUE} are possible`,
    );
  if (name === "Date" && !isDate(value))
    throw malformed(`the date ${quoted(value)} is none; write year, month and day, such as '2026-11-15'`);
  if (name === RIVALRY_DRAW && !(/^[0-9]$/.test(value) && Number(value) <= MOST_RIVALRY))
    throw malformed(`the tag 'RivalryDraw' is ${quoted(value)}; 0 to 3 cards can be drawn (R2.2)`);
  if (name === FIRST_DRAW && !/^[0-3]$/.test(value))
    throw malformed(`the tag 'FirstDraw' is ${quoted(value)}; it is the number of a place, 0 to 3 (R2.3)`);
  if (name === COMMITMENT || name === SECRET || NUMBERED_NONCE.test(name)) checkDigest(name, value);
}

export function checkDigest(name: string, value: string): void {
  if (!DIGEST.test(value))
    throw malformed(`the tag ${repr(name)} is ${quoted(value)}; it is 64 lower-case hex digits (F2)`);
}

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (!year || !month || !day) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
