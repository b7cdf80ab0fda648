/**
 * The one WebSocket to the server, open while something hosted is wanted: a watched table, or an answer. Commands carry ids and are sent again, unchanged, if the connection broke before they
 * were answered; watched tables are requested again, so that the page catches up by itself.
 */

import { server } from "./reach.svelte.ts";
import { Refusal } from "./refusal.ts";
import type { Command, Done, Presence, Removed, Results, Said, ServerMessage, Step, Sync } from "./types.ts";

const PING_EVERY = 2_500;
/** After this long without a message from the server, the connection is closed. */
const SILENCE_LIMIT = 9_000;
const FIRST_RETRY = 400;
const LONGEST_RETRY = 15_000;
/** With nothing to do for this long, it is closed. */
const IDLE_LIMIT = 60_000;
/** A shorter interruption is not shown. */
const NOTICE_AFTER = 1_200;

type WithoutId<C> = C extends unknown ? Omit<C, "id"> : never;
/** A command without its id, which is added when it is sent. */
export type Asked = WithoutId<Command>;
/** What a command's answer holds. */
export type Answer<C extends Asked> = Omit<Done, "result"> & { result: Results[C["type"]] };
export type TableMessage = Sync | Step | Presence | Said | Removed;

interface Unanswered {
  text: string;
  resolve: (done: unknown) => void;
  reject: (refusal: Refusal) => void;
}

/** Receives the messages about a watched table. */
export interface Watcher {
  readonly table: string;
  take(message: TableMessage): void;
  /** The connection is back: request the whole table. */
  reconnected(): void;
}

export class Connection {
  /** Whether commands reach the server now. */
  open = $state(false);

  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Unanswered>();
  #watchers = new Set<Watcher>();
  #tries = 0;
  #heard = 0;
  #used = 0;
  #begun = false;
  #number = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #notice: ReturnType<typeof setTimeout> | undefined;
  readonly #name: string;
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
    const random = crypto.getRandomValues(new Uint32Array(3));
    this.#name = [...random].map((word) => word.toString(36)).join("");
  }

  /** Whether somebody waits for the server. */
  get #wanted(): boolean {
    return this.#watchers.size > 0 || this.#unanswered.size > 0;
  }

  /** Connects, unless that is done or under way. */
  #use(): void {
    this.#used = Date.now();
    if (!this.#begun) this.#begin();
    if (this.#socket === null && this.#retry === undefined) this.#connect();
  }

  #begin(): void {
    this.#begun = true;
    setInterval(() => {
      this.#beat();
    }, PING_EVERY);
    addEventListener("online", () => {
      this.#again();
    });
    addEventListener("offline", () => {
      this.#giveUp();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#again();
    });
  }

  /** Sends a command and waits for its answer, however long the connection takes. Throws `Refusal`. */
  ask<C extends Asked>(command: C): Promise<Answer<C>> {
    const id = `${this.#name}-${(this.#number++).toString(36)}`;
    const text = JSON.stringify({ id, ...command });
    return new Promise((resolve, reject) => {
      this.#unanswered.set(id, { text, resolve: resolve as (done: unknown) => void, reject });
      this.#use();
      if (this.open) this.#socket?.send(text);
    });
  }

  watch(watcher: Watcher): void {
    this.#watchers.add(watcher);
    this.#use();
    if (this.open) watcher.reconnected();
  }

  unwatch(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (this.open) void this.ask({ type: "unwatch", table: watcher.table }).catch(() => undefined);
    else if (!this.#wanted) this.#rest();
  }

  /** Nobody waits any more: no more tries, and no word of trouble. */
  #rest(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#notice);
    this.#retry = this.#notice = undefined;
    server.lost = false;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("open", () => {
      this.#opened(socket);
    });
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data) as ServerMessage);
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lost();
    });
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.open = true;
    server.lost = false;
    clearTimeout(this.#notice);
    this.#notice = undefined;
    const again = [...this.#unanswered.values()];
    for (const { text } of again) socket.send(text);
    for (const watcher of this.#watchers) watcher.reconnected();
  }

  /** Closes the connection without waiting for the browser's close event, which may take long. */
  #giveUp(): void {
    if (this.#socket === null) return;
    this.#socket.close();
    this.#lost();
  }

  #lost(): void {
    this.open = false;
    this.#socket = null;
    if (!this.#wanted) {
      this.#rest();
      return;
    }
    this.#notice ??= setTimeout(() => {
      server.lost = !this.open;
    }, NOTICE_AFTER);
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#connect();
    }, wait);
  }

  #again(): void {
    if (this.#socket !== null) this.#beat();
    else if (this.#wanted) {
      this.#tries = 0;
      this.#connect();
    }
  }

  #beat(): void {
    const socket = this.#socket;
    if (socket === null) return;
    if (this.#wanted) this.#used = Date.now();
    const now = Date.now();
    if (now - this.#heard > SILENCE_LIMIT || now - this.#used > IDLE_LIMIT) this.#giveUp();
    else if (this.open) {
      socket.send(JSON.stringify({ type: "ping", id: `${this.#name}-p` }));
    }
  }

  #take(message: ServerMessage): void {
    this.#heard = Date.now();
    this.#tries = 0;
    switch (message.type) {
      case "done":
        this.#answered(message.id)?.resolve(message);
        break;
      case "failed":
        if (message.state) this.#pass(message.state);
        if (message.id !== null) this.#answered(message.id)?.reject(new Refusal(message));
        break;
      case "closing":
        this.#giveUp();
        break;
      default:
        this.#pass(message);
    }
  }

  #answered(id: string): Unanswered | undefined {
    const found = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    return found;
  }

  #pass(message: TableMessage): void {
    const table = message.type === "sync" ? message.state.table : message.table;
    for (const watcher of this.#watchers) if (watcher.table === table) watcher.take(message);
  }
}

function socketAddress(): string {
  const url = new URL("/api/socket/", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

export const connection = new Connection(socketAddress());
