/** What can be wrong with input. Each error has a stable `code` for programs and one sentence, which quotes the input. */

import { repr } from "./repr.ts";

const LONGEST_QUOTE = 80;

/** The value as Python would write it, cut at 80 characters. */
export function quoted(value: unknown): string {
  const characters = [...repr(value, LONGEST_QUOTE + 1)];
  return characters.length <= LONGEST_QUOTE ? characters.join("") : characters.slice(0, LONGEST_QUOTE - 3).join("") + "...";
}

/**
 * `malformed`: text that is no action, space, seed, ... at all; `illegal`: an action that the rules do not allow now;
 * `bad-config`: a configuration, deck or rivalry card that does not exist or fit; `bad-position`: a position that
 * breaks a clause of the rules; `bad-record`: a saved game that cannot be read or is wrong. Nothing was changed.
 */
export class HoliError extends Error {
  override readonly name = "HoliError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const malformed = (message: string): HoliError => new HoliError("malformed", message);
export const illegal = (message: string): HoliError => new HoliError("illegal", message);
export const badConfig = (message: string): HoliError => new HoliError("bad-config", message);

/** A position that breaks the clause named first in the message. */
export class PositionError extends HoliError {
  readonly clause: string;

  constructor(clause: string, message: string) {
    super("bad-position", `${clause}: ${message}`);
    this.clause = clause;
  }
}
