/** Records from tables, local games, files and texts, and to files. */

import { recordText, seatsOf } from "../../local/records.ts";
import { readGame, type KeptSeat } from "../../local/store.ts";
import { HoliError } from "../../rules/engine.ts";
import { parseRecord, verifyRecord, type VerifiedRecord } from "../../rules/records.ts";
import { download } from "../../shared/download.ts";
import { recordTrouble } from "../../rules/record-trouble.ts";
import type { Connection, Watcher } from "../../wire/connection.svelte.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { Problem, SeatView, TableState } from "../../wire/types.ts";
import { MOST_BYTES, RecordFault } from "./record-text.ts";

/** A record that was played again, and its seats. */
export interface OpenedRecord extends VerifiedRecord {
  readonly text: string;
  readonly seats: readonly SeatView[];
  /** The table or local game that it is of, if known here. */
  readonly id?: string;
  /** Its file name without the extension. */
  readonly name: string;
}

/** The record of a hosted table's finished game. */
export async function recordOfTable(connection: Connection, table: string): Promise<OpenedRecord> {
  const { phase, code, seats } = await tableState(connection, table);
  if (phase !== "over") throw new Refusal({ code: "not-over", message: "" });
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/record`).catch(() => {
    throw new Refusal({ code: "unavailable", message: "" });
  });
  if (!answer.ok) throw new Refusal((await answer.json()) as Problem);
  const text = await answer.text();
  const verified = verify(text);
  // Who is away now does not matter here.
  return { ...verified, id: table, text, seats: seats.map((seat) => ({ ...seat, away: false })), name: [...named(verified), code].join("-") };
}

/** The record of a finished game that this browser keeps. */
export async function recordOfLocal(id: string): Promise<OpenedRecord> {
  const game = await readGame(id);
  if (game === undefined) throw new Refusal({ code: "not-found", message: "" });
  if (game.result === null && !game.resigned) throw new Refusal({ code: "not-over", message: "" });
  const text = recordText(game);
  const verified = verify(text);
  return { ...verified, id, text, seats: game.seats.map(seated), name: [...named(verified), id.slice(0, 5)].join("-") };
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

export function recordOfText(text: string, name?: string): OpenedRecord {
  if (text.trim() === "") throw new RecordFault("empty-file");
  if (new Blob([text]).size > MOST_BYTES) throw new RecordFault("too-long");
  const verified = verify(text);
  const seats = seatsOf(verified.record).map(seated);
  return { ...verified, text, seats, name: name ?? named(verified).join("-") };
}

/** The text of a file. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new RecordFault("too-long");
  return file.text().catch(() => {
    throw new RecordFault("unreadable");
  });
}

export async function recordOfFile(file: File): Promise<OpenedRecord> {
  return recordOfText(await textOfFile(file), file.name.replace(/\.\w+$/, ""));
}

function verify(text: string): VerifiedRecord {
  try {
    return verifyRecord(parseRecord(text));
  } catch (error) {
    throw error instanceof HoliError ? new RecordFault("broken", recordTrouble(error)) : error;
  }
}

/** A seat as panels want it. */
function seated(seat: KeptSeat): SeatView {
  return { ...seat, host: false, away: false, resigned: false, kept: null, promised: false, given: false, you: false };
}

export function saveOpened({ text, name }: OpenedRecord): void {
  download(text, `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-") || "holi"}.holi`);
}

/** The parts of a default file name: `holi-2026-11-15`. */
function named({ record }: VerifiedRecord): readonly string[] {
  return ["holi", ...[record.tags["Date"] ?? []].flat()];
}
