/**
 * Local games, kept in the browser: one IndexedDB object store with one entry for each game. Where the browser keeps nothing
 * (a private window, a full disk), games live as long as the page.
 */

import type { BotLevel, Colour } from "../wire/game.ts";
import type { TableSettings } from "../wire/types.ts";

export interface KeptSeat {
  readonly kind: "player" | "bot";
  /** As it was typed, or a fixed word for nobody's name (`shared/names.ts`); null for bots. */
  readonly name: string | null;
  readonly level: BotLevel | null;
  readonly colour: Colour;
}

/** Everything that a game can be played again from: its settings, its seed and its actions. */
export interface KeptGame {
  readonly id: string;
  readonly created: number;
  readonly changed: number;
  /** The tab that plays it. */
  readonly holder: string;
  readonly settings: Pick<TableSettings, "players" | "rivalry" | "deck" | "tie_break">;
  readonly seed: string;
  /** The version of the rules that its actions were done by; null before the first. */
  readonly rules: number | null;
  readonly seats: readonly KeptSeat[];
  readonly actions: readonly string[];
  /** The points at the end; null while it is not over. */
  readonly result: readonly number[] | null;
  /** Who won; not known of games kept by older pages. */
  readonly winner?: number | null;
  /** Whether the players gave it up. */
  readonly resigned?: boolean;
  /** In a first game: the topics that its coach has spoken of. */
  readonly coach?: { readonly said: string[] } | undefined;
  /** Tags of its record: those that it was imported with, and which place was drawn to begin. */
  readonly tags: Readonly<Record<string, string>>;
}

/** Another tab has taken the game over. */
export class TakenOver extends Error {}

/** This tab. */
export const TAB = newId();

const DATABASE = "holi";
const GAMES = "games";

/** Games that could not be written, by id. */
const inMemory = new Map<string, KeptGame>();
let database: Promise<IDBDatabase> | null = null;

/** Writes a game. False if it is only in memory; throws `TakenOver` if the kept one has another holder. */
export async function keepGame(game: KeptGame): Promise<boolean> {
  let taken = false;
  const written = await change(game.id, (kept) => {
    taken = kept !== undefined && kept.holder !== game.holder;
    return taken ? undefined : game;
  });
  if (taken) throw new TakenOver();
  if (written) inMemory.delete(game.id);
  else inMemory.set(game.id, game);
  return written;
}

/** Makes a tab the holder of a game; undefined if there is no such game. */
export async function takeGame(id: string, holder: string): Promise<KeptGame | undefined> {
  let taken = inMemory.get(id);
  if (taken === undefined) await change(id, (kept) => (taken = kept && { ...kept, holder }));
  return taken;
}

/** Whether a game would still be there after a reload. */
export function isKept(id: string): boolean {
  return !inMemory.has(id);
}

export async function readGame(id: string): Promise<KeptGame | undefined> {
  return inMemory.get(id) ?? (await read((games) => games.get(id) as IDBRequest<KeptGame | undefined>, undefined));
}

/** All games, the last played first. */
export async function listGames(): Promise<KeptGame[]> {
  const kept = await read((games) => games.getAll() as IDBRequest<KeptGame[]>, []);
  const others = kept.filter(({ id }) => !inMemory.has(id));
  return [...others, ...inMemory.values()].sort((one, other) => other.changed - one.changed);
}

export async function deleteGame(id: string): Promise<void> {
  inMemory.delete(id);
  await using("readwrite", (games) => games.delete(id)).catch(() => undefined); // nothing is kept
}

/** Random letters, for games and tabs. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36).padStart(7, "0")).join("");
}

/** Writes what `made` makes of a kept game, in one transaction; undefined leaves it. False if the browser writes nothing. */
async function change(id: string, made: (kept: KeptGame | undefined) => KeptGame | undefined): Promise<boolean> {
  try {
    await using("readwrite", (games) => {
      const found = games.get(id) as IDBRequest<KeptGame | undefined>;
      found.onsuccess = () => {
        const game = made(found.result);
        try {
          if (game) games.put(game);
        } catch {
          games.transaction.abort(); // an error in here would go nowhere else
        }
      };
      return found;
    });
    return true;
  } catch {
    return false;
  }
}

async function read<T>(ask: (games: IDBObjectStore) => IDBRequest<T>, otherwise: T): Promise<T> {
  try {
    return await using("readonly", ask);
  } catch {
    return otherwise;
  }
}

/** Runs one transaction; resolves when it is on the disk, as far as the browser says. */
async function using<T>(mode: IDBTransactionMode, ask: (games: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await opened()).transaction(GAMES, mode);
  return new Promise((resolve, reject) => {
    const asked = ask(transaction.objectStore(GAMES));
    transaction.oncomplete = () => {
      resolve(asked.result);
    };
    transaction.onabort = transaction.onerror = () => {
      reject(transaction.error ?? new Error("aborted"));
    };
  });
}

function opened(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(GAMES, { keyPath: "id" });
    };
    asked.onerror = () => {
      reject(asked.error ?? new Error("refused"));
    };
    asked.onsuccess = () => {
      // The browser may close it: open it again when it is needed.
      asked.result.onclose = asked.result.onversionchange = () => {
        asked.result.close();
        database = null;
      };
      resolve(asked.result);
    };
  }).catch((error: unknown) => {
    database = null;
    throw error;
  });
  return database;
}
