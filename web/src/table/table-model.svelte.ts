/** A hosted table: what the server last sent, and how much of it is drawn. */

import type { Playable } from "../play/playable.ts";
import { staged, touchedBy, type Drawn, type Stage } from "../play/staging.ts";
import { narrate } from "../play/words/narrate.ts";
import { settings } from "../settings/settings.svelte.ts";
import { announce } from "../shared/announce.svelte.ts";
import { nameBesides, nameToSend, shownName } from "../shared/names.ts";
import { showRefusal } from "../shared/refusals.ts";
import { inARow } from "../shared/sentences.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Asked, Connection, TableMessage, Watcher } from "../wire/connection.svelte.ts";
import type { BotLevel, Colour } from "../wire/game.ts";
import { Refusal } from "../wire/refusal.ts";
import type {
  ChatLineView,
  HintsView,
  OptionsView,
  PreviewView,
  RematchMade,
  Step,
  Sync,
  TableState,
  TurnLine,
} from "../wire/types.ts";
import { forgetNonces, promiseNonce, promisedNonce } from "./nonces.ts";

/** With this many steps waiting, animation is faster. */
const HURRY_FROM = 2;
/** With this many, there is none. */
const SKIP_FROM = 8;

type TableAsked = Asked extends infer C ? (C extends { table: string } ? Omit<C, "table"> : never) : never;

export class TableModel implements Playable, Watcher {
  readonly table: string;
  state = $state.raw<TableState | null>(null);
  log = $state.raw<readonly TurnLine[]>([]);
  presence = $state.raw<readonly boolean[]>([]);
  chat = $state.raw<readonly ChatLineView[]>([]);
  options = $state.raw<OptionsView | null>(null);
  drawn = $state.raw<Drawn | null>(null);
  /** Why the table cannot be shown. */
  trouble = $state.raw<Refusal | null>(null);
  /** Whether an action is on its way to the server or being drawn. */
  busy = $state(false);
  /** The server's clock minus ours, in milliseconds. */
  clockAhead = $state(0);
  stage: Stage | null = null;

  readonly #connection: Connection;
  #steps: Step[] = [];
  #performing = false;
  /** Counts syncs, so that an animation begun before one does not overwrite it. */
  #syncs = 0;
  #nonceSent = new Set<number>();

  constructor(connection: Connection, table: string) {
    this.#connection = connection;
    this.table = table;
  }

  get online(): boolean {
    return this.#connection.open;
  }

  /** The seats that this client's player sits in. */
  get mine(): number[] {
    return (this.state?.seats ?? []).flatMap((seat, number) => (seat.you ? [number] : []));
  }

  get colours(): Colour[] {
    return (this.state?.seats ?? []).map((seat) => seat.colour);
  }

  /** Whether this client's player is to act, and no bot does it for them. */
  get myTurn(): boolean {
    const { state } = this;
    if (state?.viewer == null || state.phase !== "playing") return false;
    return state.view?.turn?.seat === state.viewer && !state.seats[state.viewer]?.away;
  }

  seatName(seat: number): string {
    const found = this.state?.seats[seat];
    if (found?.kind === "bot") return t("seat.bot", { colour: t(`colour.${found.colour}`) });
    return found?.name == null ? t("seat.open") : shownName(found.name, found.colour);
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

  async preview(action: string): Promise<PreviewView | null> {
    try {
      const done = await this.#connection.ask({ type: "preview", table: this.table, action });
      return done.result;
    } catch {
      return null; // the turn has gone on meanwhile
    }
  }

  /** The best turns from here; null, after showing why, if the server refuses. */
  async hint(): Promise<HintsView | null> {
    const done = await this.#asked({ type: "hint" });
    return done === null ? null : (done.result as HintsView);
  }

  async rematch(): Promise<string | null> {
    const done = await this.#asked({ type: "rematch" });
    return done === null ? null : (done.result as RematchMade).table;
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
    this.#steps = [];
    this.#syncs++;
    this.trouble = null;
    const turn = state.phase === "playing" ? state.view?.turn : null;
    const begun = turn && this.state?.phase !== "playing";
    this.clockAhead = state.clock.now - Date.now();
    this.state = state;
    this.log = log;
    this.presence = presence;
    this.drawn = state.view && state.forecast ? { view: state.view, forecast: state.forecast, touched: new Set() } : null;
    if (begun) announce(t("said.turn", { name: this.seatName(turn.seat) }));
    this.#giveNonces(state);
    this.#askOptions();
  }

  #stepped(step: Step): void {
    const { state } = this;
    if (!state || step.version <= state.version) return;
    if (step.version > state.version + 1) {
      this.reconnected(); // something was missed
      return;
    }
    const { version, viewer, view, forecast, legal, can_take_back, clock } = step;
    const phase = view.phase === "over" ? "over" : state.phase;
    this.clockAhead = clock.now - Date.now();
    this.state = { ...state, version, phase, viewer, view, forecast, legal, can_take_back, clock };
    this.log =
      step.action === null
        ? this.log.slice(0, -1)
        : [...this.log, { number: version, seat: step.seat, action: step.action, bot: step.bot }];
    this.#askOptions();
    this.#steps.push(step);
    void this.#perform();
  }

  /** Draws what has happened, one step after the other. */
  async #perform(): Promise<void> {
    if (this.#performing) return;
    this.#performing = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      announce(inARow(narrate(step, this), this.#whoIsNext(step)));
      const drawn = { view: step.view, forecast: step.forecast, touched: touchedBy(step.events) };
      const waiting = this.#steps.length;
      const syncs = this.#syncs;
      await staged(waiting < SKIP_FROM ? this.stage : null, step.events, waiting >= HURRY_FROM, () => {
        if (syncs === this.#syncs) this.drawn = drawn;
      });
      if (step.view.turn?.seat === this.state?.viewer && step.events.some(({ type }) => type === "turn")) play("turn");
    }
    this.#performing = false;
  }

  /** Whose turn it is, if the events do not say so: while corners are chosen. */
  #whoIsNext({ seat, view, events }: Step): string {
    const next = view.turn?.seat ?? seat;
    return next === seat || events.some(({ type }) => type === "turn") ? "" : t("said.turn", { name: this.seatName(next) });
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

  #askOptions(): void {
    this.options = null;
    if (!this.myTurn || this.state?.legal.length === 0) return;
    const version = this.state?.version;
    this.#connection.ask({ type: "options", table: this.table }).then(
      (done) => {
        if (done.version === version && this.state?.version === version) this.options = done.result;
      },
      (refusal: unknown) => {
        // Refused because the turn has gone on, or because the server is busy: then try again.
        const wait = refusal instanceof Refusal ? (refusal.retryAfter ?? 1) : 1;
        setTimeout(() => {
          if (this.state?.version === version && this.options === null) this.#askOptions();
        }, wait * 1_000);
      },
    );
  }
}
