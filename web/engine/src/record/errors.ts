import { HoliError } from "../errors.ts";

/** The saved game cannot be read or is wrong, on the line named. */
export class RecordError extends HoliError {
  readonly line: number;

  constructor(line: number, message: string) {
    super("bad-record", `line ${line}: ${message}`);
    this.line = line;
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
