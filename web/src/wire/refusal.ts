import type { Failed, RefusalCode } from "./types.ts";

/** The server's refusal of a command: a stable code that the page translates. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfter: number | null;

  constructor(failed: Pick<Failed, "code" | "message" | "retry_after">) {
    super(failed.message);
    this.code = failed.code;
    this.retryAfter = failed.retry_after ?? null;
  }
}
