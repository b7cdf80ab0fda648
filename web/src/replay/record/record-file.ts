/** Records from tables, files and texts, and to files. */

import type { Connection, Watcher } from "../../wire/connection.svelte.ts";
import { COLOURS, BOT_LEVELS } from "../../wire/game.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { Problem, RecordView, SeatView, TableState } from "../../wire/types.ts";
import { MOST_BYTES, RecordFault } from "./record-text.ts";

/** A record as the server replayed it, and its seats. */
export interface OpenedRecord {
  readonly text: string;
  readonly view: RecordView;
  readonly seats: readonly SeatView[];
  /** Its file name without the extension. */
  readonly name: string;
}

/** The record of a table's finished game. */
export async function recordOfTable(connection: Connection, table: string): Promise<OpenedRecord> {
  const { phase, code, seats } = await tableState(connection, table);
  if (phase !== "over") throw new Refusal({ code: "not-over", message: "" });
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/record`).catch(() => {
    throw new Refusal({ code: "unavailable", message: "" });
  });
  if (!answer.ok) throw new Refusal((await answer.json()) as Problem);
  const text = await answer.text();
  const view = await opened(connection, text);
  // Who is away now does not matter here.
  return { text, view, seats: seats.map((seat) => ({ ...seat, away: false })), name: [...named(view), code].join("-") };
}

/** Watches a table just long enough to get its state. */
function tableState(connection: Connection, table: string): Promise<TableState> {
  return new Promise((resolve, reject) => {
    const watcher: Watcher = {
      table,
      take(message) {
        if (message.type !== "sync") return;
        connection.unwatch(watcher);
        resolve(message.state);
      },
      reconnected() {
        connection.ask({ type: "watch", table }).catch((refusal: Refusal) => {
          connection.unwatch(watcher);
          reject(refusal);
        });
      },
    };
    connection.watch(watcher);
  });
}

export async function recordOfText(connection: Connection, text: string, name?: string): Promise<OpenedRecord> {
  if (text.trim() === "") throw new RecordFault("empty-file");
  if (new Blob([text]).size > MOST_BYTES) throw new RecordFault("too-long");
  const view = await opened(connection, text);
  return { text, view, seats: view.names.map(seated), name: name ?? named(view).join("-") };
}

export async function recordOfFile(connection: Connection, file: File): Promise<OpenedRecord> {
  if (file.size > MOST_BYTES) throw new RecordFault("too-long");
  const text = await file.text().catch(() => {
    throw new RecordFault("unreadable");
  });
  return recordOfText(connection, text, file.name.replace(/\.\w+$/, ""));
}

async function opened(connection: Connection, record: string): Promise<RecordView> {
  try {
    return (await connection.ask({ type: "open-record", record })).result;
  } catch (error) {
    if (error instanceof Refusal && (error.code === "malformed" || error.code === "invalid")) {
      throw new RecordFault("broken", error.message);
    }
    throw error;
  }
}

/** A seat as panels want it; the server writes bots without a name as `bot (level)`. */
function seated(name: string, seat: number): SeatView {
  const level = BOT_LEVELS.find((other) => name === `bot (${other})`) ?? null;
  const nothing = { host: false, away: false, promised: false, given: false, you: false };
  return { ...nothing, kind: level === null ? "player" : "bot", name, level, colour: COLOURS[seat] ?? "blue" };
}

/** Downloads the record as a file. */
export function download(record: OpenedRecord): void {
  const address = URL.createObjectURL(new Blob([record.text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${record.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-") || "holi"}.holi`;
  link.click();
  URL.revokeObjectURL(address);
}

/** The parts of a default file name: `holi-2026-11-15`. */
function named(view: RecordView): readonly string[] {
  return ["holi", ...[view.tags["Date"] ?? []].flat()];
}
