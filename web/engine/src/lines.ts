/** Lines of bytes and their JSON, as the engine protocol has them (F4). */

import { HoliError, malformed, quoted } from "./errors.ts";
import { parseJson } from "./json.ts";
import { isObject } from "./objects.ts";
import { JsonFloat } from "./repr.ts";

/** In bytes, without the line's end. */
export const LONGEST_LINE = 1_000_000;
const LONGEST_MOVETIME = 3600;
const NEWLINE = 10;
const RETURN = 13;
const BLANKS = new Set([9, 10, 11, 12, 13, 32]);

export type Command = Readonly<Record<string, unknown>>;

/** Cuts a stream of bytes into lines; one that is too long is cut, but stays too long to be answered. */
export class LineReader {
  #parts: Uint8Array[] = [];
  #size = 0;

  /** The lines that end in these bytes, without their ends. */
  *read(bytes: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#keep(bytes.subarray(start, end));
      start = end + 1;
      yield this.#take();
    }
    this.#keep(bytes.subarray(start));
  }

  /** What came after the last line's end. */
  *end(): Generator<Uint8Array> {
    if (this.#size > 0) yield this.#take();
  }

  #keep(part: Uint8Array): void {
    const room = LONGEST_LINE + 2 - this.#size;
    if (part.length === 0 || room <= 0) return;
    this.#parts.push(part.slice(0, room));
    this.#size += Math.min(part.length, room);
  }

  #take(): Uint8Array {
    const line = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      line.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#size = 0;
    return line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  }
}

/** The command on a line; null if the line is blank. */
export function parseLine(line: Uint8Array): Command | null {
  if (line.length > LONGEST_LINE) {
    throw new HoliError("too-large", `the line is longer than ${LONGEST_LINE} bytes; send less at once`);
  }
  if (line.every((byte) => BLANKS.has(byte))) return null;
  const data = parseJson(decoded(line));
  if (!isObject(data)) throw malformed(`${quoted(data)} is no command; send an object such as {"cmd": "legal"}`);
  return data;
}

/** Seconds from a JSON number. */
export function parseMovetime(value: unknown): number {
  const seconds = value instanceof JsonFloat ? value.value : value;
  if (typeof seconds !== "number" || !(seconds > 0 && seconds <= LONGEST_MOVETIME)) {
    throw malformed(`'movetime' is ${quoted(value)}; it is a number of seconds above 0 and up to ${LONGEST_MOVETIME}`);
  }
  return seconds;
}

/** The data as JSON in ASCII, as Python writes it. */
export function writeJson(data: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(data).replace(/[\u0080-\uffff]/g, escaped);
}

function decoded(line: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(line);
  } catch {
    throw new HoliError("invalid-json", `${quoted(line.subarray(0, 100))} is not UTF-8 at byte ${firstWrong(line, decoder)}`);
  }
}

/** Where the first sequence of bytes begins that is not UTF-8. */
function firstWrong(line: Uint8Array, decoder: TextDecoder): number {
  let at = 0;
  for (;;) {
    const first = line[at] ?? 0;
    const size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    try {
      decoder.decode(line.subarray(at, at + size));
    } catch {
      return at;
    }
    at += size;
  }
}
