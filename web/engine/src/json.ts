/** A strict reader of JSON: what it accepts, every other reader takes for the same. */

import { HoliError, quoted } from "./errors.ts";
import { JsonFloat } from "./repr.ts";

/** How deep arrays and objects may be nested; a position needs five. */
export const DEEPEST_NESTING = 50;
/** Python reads no longer ones, as reading takes quadratic time. */
const MOST_DIGITS = 4300;

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const CONSTANT = /true|false|null|NaN|-?Infinity/y;
// eslint-disable-next-line no-control-regex -- JSON forbids them in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * The value of a JSON text, or a `HoliError` of code `invalid-json`. Numbers with a point or an exponent become
 * `JsonFloat`, whole numbers too large to be exact become bigints, and a key may not come twice in an object.
 */
export function parseJson(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): unknown {
    this.#match(BLANK);
    const next = this.#text[this.#at];
    if (next === "{" || next === "[") {
      if (depth === DEEPEST_NESTING) {
        throw invalid(`the line nests arrays and objects more than ${DEEPEST_NESTING} deep; nothing needs that`);
      }
      this.#at++;
      return next === "{" ? this.#object(depth + 1) : this.#array(depth + 1);
    }
    if (next === '"') return this.#string();
    return this.#scalar();
  }

  end(): void {
    this.#match(BLANK);
    if (this.#at < this.#text.length) this.#fail("Extra data");
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }

  #skip(character: string): boolean {
    this.#match(BLANK);
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #fail(what: string, at = this.#at): never {
    throw this.#refusal(`${what}: line 1 column ${[...this.#text.slice(0, at)].length + 1}`);
  }

  #refusal(why: string): HoliError {
    return invalid(`${quoted(this.#text.slice(0, 100))} is not valid JSON: ${why}`);
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    if (this.#skip("]")) return items;
    do items.push(this.value(depth));
    while (this.#skip(","));
    if (!this.#skip("]")) this.#fail("Expecting ',' delimiter");
    return items;
  }

  #object(depth: number): Record<string, unknown> {
    const entries = Object.create(null) as Record<string, unknown>;
    if (this.#skip("}")) return entries;
    do {
      this.#match(BLANK);
      if (this.#text[this.#at] !== '"') this.#fail("Expecting property name enclosed in double quotes");
      const key = this.#string();
      if (!this.#skip(":")) this.#fail("Expecting ':' delimiter");
      if (key in entries) throw this.#refusal(`the key ${quoted(key)} comes twice in an object`);
      entries[key] = this.value(depth);
    } while (this.#skip(","));
    if (!this.#skip("}")) this.#fail("Expecting ',' delimiter");
    return entries;
  }

  #string(): string {
    const start = this.#at++;
    let text = "";
    for (;;) {
      text += this.#match(PLAIN)?.[0] ?? "";
      const next = this.#text[this.#at];
      if (next === undefined) this.#fail("Unterminated string starting at", start);
      if (next === '"') {
        this.#at++;
        return text;
      }
      if (next !== "\\") this.#fail("Invalid control character at");
      text += this.#escape();
    }
  }

  #escape(): string {
    const letter = this.#text[++this.#at] ?? "";
    this.#at++;
    const plain = Object.hasOwn(ESCAPED, letter) ? ESCAPED[letter] : undefined;
    if (plain !== undefined) return plain;
    const digits = letter === "u" ? this.#match(HEX)?.[0] : undefined;
    if (digits === undefined) this.#fail(letter === "u" ? "Invalid \\uXXXX escape" : "Invalid \\escape", this.#at - 1);
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #scalar(): unknown {
    const number = this.#match(NUMBER);
    if (number !== null) {
      const [whole, digits = "", point, exponent] = number;
      if (point !== undefined || exponent !== undefined) return new JsonFloat(Number(whole));
      const value = Number(digits);
      if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
      if (digits.length <= MOST_DIGITS) return BigInt(digits);
      throw this.#refusal(`a number has ${digits.length} digits; at most ${MOST_DIGITS} are read`);
    }
    switch (this.#match(CONSTANT)?.[0]) {
      case undefined:
        return this.#fail("Expecting value");
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        throw this.#refusal("NaN and Infinity are no JSON numbers");
    }
  }
}

function invalid(message: string): HoliError {
  return new HoliError("invalid-json", message);
}
