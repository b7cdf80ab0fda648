import { HoliError } from "../errors.ts";

/**
 * What is wrong with a record: its `form` cannot be read, it is `cut-off`, its `format` or its `rules` are of another version,
 * or it is not true: its `play`, its `result` or its `shuffle`.
 */
export type RecordFault = "form" | "cut-off" | "format" | "rules" | "play" | "result" | "shuffle";

/** The saved game cannot be read or is wrong, on the line named. */
export class RecordError extends HoliError {
  readonly line: number;
  readonly fault: RecordFault;

  constructor(line: number, message: string, fault: RecordFault = "form") {
    super("bad-record", `line ${line}: ${message}`);
    this.line = line;
    this.fault = fault;
  }
}

/** Give whatever is wrong with the input its line, and say where on the line. */
export function onLine<T>(line: number, check: () => T, where = ""): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof RecordError || !(error instanceof HoliError)) throw error;
    throw new RecordError(line, `${where}${error.message}`);
  }
}
