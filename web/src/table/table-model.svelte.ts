/** A hosted table: what the server last sent. */

import { TableBase } from "../game/table-base.svelte.ts";
import { go, href } from "../router.svelte.ts";
import { settings } from "../settings/settings.svelte.ts";
import { announce } from "../shared/announce.svelte.ts";
import { nameBesides, nameToSend } from "../shared/names.ts";
import { showRefusal } from "../shared/refusals.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Asked, Connection, TableMessage, Watcher } from "../wire/connection.svelte.ts";
import type { BotLevel } from "../wire/game.ts";
import { Refusal } from "../wire/refusal.ts";
import type { ChatLineView, HintsView, RematchMade, Step, Sync, TableState } from "../wire/types.ts";
import { forgetNonces, promiseNonce, promisedNonce } from "./nonces.ts";

type TableAsked = Asked extends infer C ? (C extends { table: string } ? Omit<C, "table"> : never) : never;

export class TableModel extends TableBase<TableState> implements Watcher {
  readonly table: string;
  presence = $state.raw<readonly boolean[]>([]);
  chat = $state.raw<readonly ChatLineView[]>([]);
  /** Why the table cannot be shown. */
  trouble = $state.raw<Refusal | null>(null);
  /** The server's clock minus ours, in milliseconds. */
  #clockAhead = $state(0);

  readonly #connection: Connection;
  #nonceSent = new Set<number>();

  constructor(connection: Connection, table: string) {
    super();
    this.#connection = connection;
    this.table = table;
  }

  get code(): string {
    return this.state?.code ?? "";
  }

  get title(): string {
    return t("table.title", { code: this.code });
  }

  get shared(): boolean {
    return this.state?.settings.hot_seat === true && this.mine.length > 1;
  }

  get deadline(): number | null {
    const deadline = this.state?.clock.deadline ?? null;
    return deadline === null ? null : deadline - this.#clockAhead;
  }

  get replay(): string {
    return href("replayOf", { table: this.table });
  }

  get next(): string | null {
    return this.state?.rematch == null ? null : href("table", { table: this.state.rematch });
  }

  reconnected(): void {
    this.#connection.ask({ type: "watch", table: this.table }).then(
      (done) => {
        this.chat = done.result.chat;
      },
      (error: unknown) => {
        if (error instanceof Refusal) this.trouble = error;
      },
    );
  }

  take(message: TableMessage): void {
    switch (message.type) {
      case "sync":
        this.#synced(message);
        break;
      case "step":
        this.#stepped(message);
        break;
      case "presence":
        this.presence = message.seats;
        break;
      case "said":
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        break;
    }
  }

  /** Sends a command about this table; shows a refusal to the player and returns false. */
  async tell(command: TableAsked): Promise<boolean> {
    return (await this.#asked(command)) !== null;
  }

  async act(action: string): Promise<void> {
    if (!this.state || this.busy) return;
    this.busy = true;
    await this.#asked({ type: "act", version: this.state.version, action });
    this.busy = false;
  }

  async takeBack(): Promise<void> {
    if (!this.state?.can_take_back || this.busy) return;
    this.busy = true;
    await this.#asked({ type: "take-back", version: this.state.version });
    this.busy = false;
  }

  /** Takes a seat. At a hot-seat table a second one is for somebody else, whose name is `besides`. */
  async sit(seat: number, besides = ""): Promise<boolean> {
    const colour = this.state?.seats[seat]?.colour ?? "blue";
    const name = this.mine.length > 0 ? nameBesides(besides, colour) : nameToSend(settings.name);
    return this.tell({ type: "sit", name, seat, nonce_commitment: promiseNonce(this.table, seat) });
  }

  async seatBot(seat: number, level: BotLevel | null): Promise<boolean> {
    return this.tell({ type: "seat-bot", seat, level });
  }

  async hint(signal: AbortSignal): Promise<HintsView | null> {
    const done = await this.#asked({ type: "hint" });
    return done === null || signal.aborted ? null : (done.result as HintsView);
  }

  async rematch(): Promise<void> {
    const done = await this.#asked({ type: "rematch" });
    if (done !== null) go("table", { table: (done.result as RematchMade).table });
  }

  comeBack(): Promise<boolean> {
    return this.tell({ type: "come-back" });
  }

  saveRecord(): Promise<void> {
    const link = document.createElement("a");
    link.href = `/api/tables/${this.table}/record`;
    link.download = `holi-${this.code}.holi`;
    link.click();
    return Promise.resolve();
  }

  async #asked(command: TableAsked): Promise<{ result: unknown } | null> {
    try {
      return await this.#connection.ask({ ...command, table: this.table } as Asked);
    } catch (error) {
      showRefusal(error);
      play("no");
      return null;
    }
  }

  #synced({ state, log, presence }: Sync): void {
    if (this.state && state.version < this.state.version) return;
    this.trouble = null;
    const turn = state.phase === "playing" ? state.view?.turn : null;
    const begun = turn && this.state?.phase !== "playing";
    this.#clockAhead = state.clock.now - Date.now();
    this.state = state;
    this.log = log;
    this.presence = presence;
    this.reset(state.view);
    if (begun) announce(t("said.turn", { name: this.seatName(turn.seat) }));
    this.#giveNonces(state);
  }

  #stepped(step: Step): void {
    const { state } = this;
    if (!state || step.version <= state.version) return;
    if (step.version > state.version + 1) {
      this.reconnected(); // something was missed
      return;
    }
    const { version, viewer, view, can_take_back, clock } = step;
    const phase = view.phase === "over" ? "over" : state.phase;
    this.#clockAhead = clock.now - Date.now();
    this.state = { ...state, version, phase, viewer, view, can_take_back, clock };
    this.log =
      step.action === null
        ? this.log.slice(0, -1)
        : [...this.log, { number: version, seat: step.seat, action: step.action, bot: step.bot }];
    this.happened(step);
  }

  #giveNonces(state: TableState): void {
    if (state.phase === "playing") forgetNonces(this.table);
    if (state.phase !== "dealing") {
      this.#nonceSent.clear();
      return;
    }
    state.seats.forEach((seat, number) => {
      const nonce = seat.you && !seat.given && !this.#nonceSent.has(number) ? promisedNonce(this.table, number) : null;
      if (nonce === null) return;
      this.#nonceSent.add(number);
      void this.tell({ type: "nonce", seat: number, nonce });
    });
  }
}
