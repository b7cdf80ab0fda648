/** A hosted table: what the server last sent. */

import { TableBase } from "../game/table-base.svelte.ts";
import { go, href } from "../router.svelte.ts";
import { settings } from "../settings/settings.svelte.ts";
import { announce, notify } from "../shared/announce.svelte.ts";
import { nameBesides, nameToSend, shownName } from "../shared/names.ts";
import { showRefusal } from "../shared/refusals.ts";
import { chatRead } from "../shared/remembered.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Asked, Connection, TableMessage, Watcher } from "../wire/connection.svelte.ts";
import type { BotLevel } from "../wire/game.ts";
import { Refusal } from "../wire/refusal.ts";
import type { ChatLineView, HintsView, Phrase, RematchMade, Step, Sync, TableState } from "../wire/types.ts";
import type { Verdict } from "./fairness.ts";
import { isIgnored } from "./ignored.svelte.ts";
import { forgetNonces, promiseNonce } from "./nonces.ts";
import { keepReceipt, receiptOf } from "./receipts.ts";
import { retell } from "./retell.ts";

type TableAsked = Asked extends infer C ? (C extends { table: string } ? Omit<C, "table"> : never) : never;

/** Milliseconds by which the server may see the end of a turn earlier than this page. */
const CLOCK_SLACK = 1_000;
/** Milliseconds for which a bubble is shown. */
const BUBBLE_TIME = 7_000;

/** A person at the table other than the reader. */
export interface Somebody {
  readonly person: string;
  readonly name: string;
  readonly seated: boolean;
  readonly keptOut: boolean;
}

/** A line of chat in the reader's language. */
export function said({ phrase, text }: Pick<ChatLineView, "phrase" | "text">): string {
  return phrase ? t(`phrase.${phrase}`) : (text ?? "");
}

export class TableModel extends TableBase<TableState> implements Watcher {
  readonly table: string;
  presence = $state.raw<readonly boolean[]>([]);
  #chat = $state.raw<readonly ChatLineView[]>([]);
  bubbles = $state.raw<readonly (string | null)[]>([]);
  #readTo = $state(0);
  /** Why the table cannot be shown. */
  trouble = $state.raw<Refusal | null>(null);
  /** The server's clock minus ours, in milliseconds. */
  #clockAhead = $state(0);

  readonly #connection: Connection;
  #nonceSent = new Set<number>();
  /** Whether this page takes no part in the start, because what the server shows was exchanged. */
  #refusing = false;
  /** Kept seats that this page has asked for. */
  #sitting = new Set<number>();

  constructor(connection: Connection, table: string) {
    super();
    this.#connection = connection;
    this.table = table;
    this.#readTo = chatRead.get(table) ?? 0;
  }

  get code(): string {
    return this.state?.code ?? "";
  }

  get title(): string {
    return t("table.title", { code: this.code });
  }

  get firstDrawn(): boolean {
    return this.state?.settings.first === "drawn";
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

  /** What has been said, but for what the reader ignores. */
  get chat(): readonly ChatLineView[] {
    return this.#chat.filter(({ person }) => !isIgnored(person));
  }

  /** Whether the host lets the reader write no chat. */
  get muted(): boolean {
    const { person = null, muted = [] } = this.state ?? {};
    return person !== null && muted.includes(person);
  }

  /** Everybody else who sits here or has written, and for the host those who are kept out. */
  get others(): readonly Somebody[] {
    const { state } = this;
    if (!state) return [];
    const found = new Map<string, Somebody>();
    state.people.forEach((person, seat) => {
      const { name, colour } = state.seats[seat] ?? {};
      if (person === null || name == null || state.removed.includes(seat)) return;
      found.set(person, { person, name: shownName(name, colour), seated: true, keptOut: false });
    });
    const written = new Map(this.#chat.map(({ person, name }) => [person, shownName(name, undefined)]));
    const out = new Map(state.kept_out.map(({ person, name }) => [person, name === null ? null : shownName(name, undefined)]));
    for (const [person, name] of [...written, ...out]) {
      if (found.has(person)) continue;
      found.set(person, { person, name: name ?? t("person.somebody"), seated: false, keptOut: out.has(person) });
    }
    if (state.person !== null) found.delete(state.person);
    return [...found.values()];
  }

  get unread(): number {
    return this.chat.filter((line) => line.number > this.#readTo && !this.#isOwn(line)).length;
  }

  /** Marks all chat as read. */
  read(): void {
    const last = this.chat.at(-1)?.number ?? 0;
    if (last <= this.#readTo) return;
    this.#readTo = last;
    chatRead.set(this.table, last);
  }

  #isOwn({ person }: ChatLineView): boolean {
    return person === this.state?.person;
  }

  /** Where the writer sits; the seat in the line may be from before it was drawn who begins. */
  seatOf({ person, seat }: ChatLineView): number | null {
    const sits = this.state?.people.indexOf(person) ?? -1;
    return seat === null || sits < 0 ? null : sits;
  }

  reconnected(): void {
    this.#connection.ask({ type: "watch", table: this.table }).then(
      (done) => {
        this.#chat = done.result.chat;
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
      case "removed":
        this.trouble = new Refusal({ code: "kept-out", message: "" });
        break;
      case "said":
        if (!this.#chat.some((line) => line.number === message.number)) this.#heard(message);
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

  async say(what: { phrase: Phrase } | { text: string }): Promise<boolean> {
    return this.tell({ type: "say", ...what });
  }

  resign(): Promise<boolean> {
    return this.tell({ type: "resign" });
  }

  follow(): void {
    if (this.state?.rematch != null) go("table", { table: this.state.rematch });
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

  /** Holds the record of the finished game against what this browser saw. */
  async checkShuffle(): Promise<Verdict> {
    try {
      const [{ verdictOf }, answer] = await Promise.all([import("./fairness.ts"), fetch(`/api/tables/${this.table}/record`)]);
      if (answer.ok) return verdictOf(await answer.text(), receiptOf(this.table), this.log, this.mine);
    } catch {
      // No connection: it can be tried again.
    }
    return { kind: "unknown" };
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
    const late = this.myTurn && (this.deadline ?? Infinity) <= Date.now() + CLOCK_SLACK;
    this.#clockAhead = state.clock.now - Date.now();
    this.state = state;
    // Seats come and go without the game going on.
    const same = log.length === this.told.length && log.at(-1)?.number === this.log.at(-1)?.number;
    this.log = log;
    if (!same) this.told = state.view ? retell(state.view, log) : [];
    this.presence = presence;
    this.reset(state.view);
    if (begun) announce(t(this.firstDrawn && log.length === 0 ? "said.first-drawn" : "said.turn", { name: this.seatName(turn.seat) }));
    if (late && !this.myTurn && this.mine.some((seat) => state.seats[seat]?.away)) notify(t("clock.up"), "trouble");
    this.#giveNonces(state);
    this.#takeKeptSeats(state);
  }

  #heard(line: ChatLineView): void {
    this.#chat = [...this.#chat, line];
    const { name, person } = line;
    const seat = this.seatOf(line);
    if (this.#isOwn(line) || isIgnored(person)) return;
    announce(t("chat.said", { name: shownName(name, seat === null ? undefined : this.colours[seat]), text: said(line) }));
    if (seat === null) return;
    const bubble = said(line);
    const show = (text: string | null): void => {
      this.bubbles = this.seats.map((_, other) => (other === seat ? text : (this.bubbles[other] ?? null)));
    };
    show(bubble);
    setTimeout(() => {
      if (this.bubbles[seat] === bubble) show(null);
    }, BUBBLE_TIME);
  }

  /** Sits down in the seats that are kept for this player: after a rematch, or a start that was cancelled. */
  #takeKeptSeats({ phase, seats }: TableState): void {
    if (phase !== "lobby") {
      this.#sitting.clear();
      return;
    }
    seats.forEach(({ kept, name }, seat) => {
      if (kept !== "you" || this.#sitting.has(seat)) return;
      this.#sitting.add(seat);
      const commitment = promiseNonce(this.table, seat);
      // Refused if another tab was first, which is as good.
      this.#connection
        .ask({ type: "sit", table: this.table, seat, name: name ?? nameToSend(settings.name), nonce_commitment: commitment })
        .catch(() => undefined);
    });
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
      this.#refusing = false;
      return;
    }
    const given = keepReceipt(state);
    if (given === null) {
      if (!this.#refusing) notify(t("fair.changed"), "trouble");
      this.#refusing = true;
      return;
    }
    for (const { seat, nonce } of given) {
      if (this.#nonceSent.has(seat)) continue;
      this.#nonceSent.add(seat);
      void this.tell({ type: "nonce", seat, nonce });
    }
  }
}
