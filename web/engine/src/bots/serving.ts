/** The side of the worker: one request after the other, each of which can be cancelled. */

import { HoliError } from "../errors.ts";
import { initialize } from "../module.ts";
import { turnFor } from "./turns.ts";
import type { Answer, Request, Task } from "./messages.ts";
import type { Analysis, Control, Hints } from "./types.ts";

/** As much of a worker's global scope, or of a port, as is used here. */
export interface Port {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(answer: Answer): void;
}

export function serve(port: Port): void {
  const open = new Map<number, AbortController>();
  let last = Promise.resolve();
  port.onmessage = ({ data }) => {
    if (data.kind === "cancel") open.get(data.id)?.abort();
    else {
      const controller = new AbortController();
      open.set(data.id, controller);
      last = last.then(() => answer(port, data, controller.signal)).finally(() => open.delete(data.id));
    }
  };
}

async function answer(port: Port, request: { id: number } & Task, signal: AbortSignal): Promise<void> {
  const { id } = request;
  try {
    await initialize();
    const onProgress = (share: number): void => port.postMessage({ id, type: "progress", share });
    const result = await carryOut(port, request, { signal, onProgress });
    port.postMessage({ id, type: "done", result });
  } catch (error) {
    const code = error instanceof HoliError ? error.code : "internal";
    port.postMessage({ id, type: "failed", code, error: error instanceof Error ? error.message : String(error) });
  }
}

/** What only hints and analyses need is loaded with the first of them. */
async function carryOut(port: Port, request: { id: number } & Task, control: Control): Promise<string[] | Hints | Analysis> {
  if (request.kind === "turn") return turnFor(request.view, request.options, control);
  const { analyse, hints, parseRecord } = await import("./advising.ts");
  if (request.kind === "hints") return hints(request.view, request.options, control);
  return analyse(parseRecord(request.record), request.options, control, (turn, count) =>
    port.postMessage({ id: request.id, type: "turn", turn, count }),
  );
}
