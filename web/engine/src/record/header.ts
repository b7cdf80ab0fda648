/** Reading the tags of a record, each mistake with its line. */

import { parseDeck } from "../game/cards.ts";
import { parseConfig, type Config } from "../game/config.ts";
import { quoted } from "../errors.ts";
import { repr } from "../repr.ts";
import { COMPLETE_DECK, MAX_PLAYERS, PLAYABLE_VERSIONS } from "../generated.ts";
import { onLine, RecordError } from "./errors.ts";
import { BEFORE_CORNERS, type Comment, type RecordFields } from "./model.ts";
import {
  cardTag,
  cardTags,
  checkDigest,
  checkName,
  checkNumbered,
  checkTag,
  checkText,
  fixedTags,
  FORMAT,
  REQUIRED,
  seatsOf,
  seatTag,
  unescaped,
} from "./tags.ts";
import { trimmed } from "./text.ts";

const TAG = /^\[([^ "]+) "((?:[^"\\]|\\["\\])*)"\][ \t]*(?:;([^\n]*))?$/;
const MIN_PLAYERS = 2;
const COMPLETE = "complete";

export interface Line {
  number: number;
  text: string;
}

interface Tag {
  line: number;
  value: string;
}

export function commentOn(line: number, after: number, remark: string): Comment[] {
  const text = trimmed(remark.replaceAll("\t", " "));
  onLine(line, () => checkText("the comment", text));
  return text === "" ? [] : [{ after, text }];
}

export class Header {
  readonly tags = new Map<string, Tag>();
  readonly comments: Comment[] = [];

  /** Read a line of the header; false if it belongs to the rounds. */
  take({ number, text }: Line): boolean {
    if (text === "") return true;
    if (text.startsWith(";")) {
      this.comments.push(...commentOn(number, BEFORE_CORNERS, text.slice(1)));
      return true;
    }
    const tag = TAG.exec(text);
    if (this.tags.size === 0) checkFormat(number, text, tag);
    if (tag === null) {
      if (!text.startsWith("[")) return false;
      throw new RecordError(
        number,
        `${quoted(text)} is no tag; write [Name "value"], with \\" and \\\\ for " and \\`,
      );
    }
    const [, name = "", raw = "", remark = ""] = tag;
    const value = unescaped(raw);
    const first = this.tags.get(name);
    if (first !== undefined)
      throw new RecordError(
        number,
        `the tag ${quoted(name)} is given twice, first on line ${first.line}; remove one`,
      );
    onLine(number, () => checkTag(name, value));
    this.tags.set(name, { line: number, value });
    this.comments.push(...commentOn(number, BEFORE_CORNERS, remark));
    return true;
  }

  /** A record without rounds; a missing tag is reported on line `end`. */
  fields(end: number): RecordFields {
    if (this.tags.size === 0)
      throw new RecordError(end, `the record is empty; its first line is [Format "${FORMAT}"]`, "cut-off");
    for (const name of REQUIRED) this.#required(name, end);
    this.#checkRules(end);
    const players = this.#players(end);
    for (const [name, tag] of this.tags) onLine(tag.line, () => checkNumbered(name, players));
    const seed = this.#required("Seed", end);
    onLine(seed.line, () => checkDigest("Seed", seed.value));
    const names = seatsOf(players).map((seat) => {
      const { line, value } = this.#required(seatTag(seat), end);
      onLine(line, () => checkName(seat, value));
      return value;
    });
    const fixed = fixedTags(players);
    const free = [...this.tags].filter(([name]) => !fixed.has(name)).map(([name, tag]) => [name, tag.value]);
    return {
      config: this.#config(players, end),
      seed: seed.value,
      names,
      tags: Object.fromEntries(free) as Record<string, string>,
    };
  }

  #required(name: string, end: number): Tag {
    const tag = this.tags.get(name);
    if (tag === undefined)
      throw new RecordError(end, `the tag [${name} ...] is missing; a record has it before its rounds`, "cut-off");
    return tag;
  }

  /** Before all else that depends on the rules, so that this is what the user is told. */
  #checkRules(end: number): void {
    const { line, value } = this.#required("Rules", end);
    const known = PLAYABLE_VERSIONS.map(String);
    if (!known.includes(value))
      throw new RecordError(
        line,
        `the game was played by version ${quoted(value)} of the rules and this version of holi knows ` +
          `only ${known.map((version) => repr(version)).join(" and ")}; read it with the version that saved it`,
        "rules",
      );
  }

  #players(end: number): number {
    const { line, value } = this.#required("Players", end);
    const players = /^[0-9]$/.test(value) ? Number(value) : 0;
    if (players < MIN_PLAYERS || players > MAX_PLAYERS)
      throw new RecordError(line, `the tag 'Players' is ${quoted(value)}; a game has 2, 3 or 4 players (R1.2)`);
    return players;
  }

  /** The configuration, tag by tag, so that a mistake has the line of its own tag. */
  #config(players: number, end: number): Config {
    const { line, value } = this.#required("Rivalry", end);
    const rivalry = value === "" ? [] : value.split(" ");
    onLine(line, () => parseConfig({ players, rivalry }));
    const tieBreak = this.#required("TieBreak", end);
    const deck = this.#deck(end);
    return onLine(tieBreak.line, () => parseConfig({ players, rivalry, deck, tie_break: tieBreak.value }));
  }

  #deck(end: number): unknown {
    const { line, value: name } = this.#required("Deck", end);
    if (name === COMPLETE && !cardTags().some((tag) => this.tags.has(tag))) return COMPLETE;
    const cards: Record<string, string> = {};
    const check = (line: number, name: string): unknown => {
      const deck = { name, cards: { ...cards } };
      onLine(line, () => parseDeck(deck));
      return deck;
    };
    for (const { id, face } of COMPLETE_DECK) cards[id] = face;
    for (const { id } of COMPLETE_DECK) {
      const tag = this.#required(cardTag(id), end);
      cards[id] = tag.value;
      check(tag.line, COMPLETE);
    }
    return check(line, name);
  }
}

function checkFormat(line: number, text: string, tag: RegExpExecArray | null): void {
  if (tag?.[1] !== "Format")
    throw new RecordError(line, `${quoted(text)} does not begin a Holi record; its first line is [Format "${FORMAT}"]`, "format");
  if (tag[2] !== FORMAT)
    throw new RecordError(line, `the format is ${quoted(tag[2])}; this version of holi reads ${repr(FORMAT)}`, "format");
}
