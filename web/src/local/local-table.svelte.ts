/** A game that this browser plays by itself: rules, bots and keeping it are all here. */

import { TableBase, type GameStep } from "../game/table-base.svelte.ts";
import { publicly } from "../play/story/story.ts";
import { go, href } from "../router.svelte.ts";
import { actionFor, eventsFor, Game, HoliError, parseConfig, RULES_VERSION, Thinker, type Position, type Thinking } from "../rules/engine.ts";
import { settings } from "../settings/settings.svelte.ts";
import { announce, notify } from "../shared/announce.svelte.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { BotLevel, GameEvent } from "../wire/game.ts";
import type { HintsView } from "../wire/types.ts";
import { Presence } from "./presence.ts";
import { isKept, keepGame, readGame, TAB, takeGame, TakenOver, type KeptGame } from "./store.ts";

/** Seconds that a bot may think about a turn, and about a hint. */
const THINKING_TIME = 1;
const HINT_TIME = 1;

/** A game whose actions the rules of this page do not allow. */
export class OtherRules extends Error {}

export class LocalTable extends TableBase {
  readonly id: string;
  /** Whether another tab plays the game. */
  elsewhere = $state(false);
  thought = $state<number | null>(null);

  #kept: KeptGame;
  #game: Game;
  /** Who did each action. */
  #actors: number[] = [];
  #version = 0;
  #attending = false;
  /** Counts how often the game was taken over, so that a bot does nothing in a game that has changed meanwhile. */
  #taken = 0;
  /** Whether the player does not want to wait for the bots before their next turn. */
  #skipping = false;
  /** Ends the present pause of a bot. */
  #wake: () => void = () => undefined;
  readonly #presence: Presence;
  readonly #thinker = new Thinker();

  private constructor(kept: KeptGame) {
    super();
    this.id = kept.id;
    this.#kept = kept;
    this.#game = this.#replayed();
    this.#presence = new Presence(kept.id, () => {
      this.#lose();
    });
  }

  /** Opens a kept game, and goes on with it unless another tab plays it; null if there is none. Throws `OtherRules`. */
  static async open(id: string): Promise<LocalTable | null> {
    const kept = await readGame(id);
    if (kept === undefined) return null;
    const table = new LocalTable(kept);
    if (kept.holder !== TAB && (await table.#presence.playsElsewhere())) table.elsewhere = true;
    else await table.takeOver();
    return table;
  }

  /** Plays the game in this tab from now on. */
  async takeOver(): Promise<void> {
    const kept = await takeGame(this.id, TAB);
    if (kept === undefined) {
      notify(t("local.not-there"), "trouble");
      return;
    }
    this.#taken++;
    const changed = kept.changed !== this.#kept.changed;
    this.#kept = kept;
    if (changed) this.#game = this.#replayed();
    this.#presence.take();
    this.elsewhere = false;
    this.#arrive();
    this.reset(this.state?.view ?? null);
    const { seat } = this.#game.position;
    if (seat !== null && !kept.resigned) announce(t(this.firstDrawn && this.log.length === 0 ? "said.first-drawn" : "said.turn", { name: this.seatName(seat) }));
    if (!isKept(this.id)) this.#sayNotKept();
    void this.#attend();
  }

  /** Stops everything that is under way here; the game can be opened again. */
  leave(): void {
    this.#presence.close();
    this.#thinker.dispose();
  }

  /** What the coach of a first game has said; kept with the next action. */
  get coach(): KeptGame["coach"] {
    return this.#kept.coach;
  }

  get title(): string {
    return t("local.title");
  }

  get firstDrawn(): boolean {
    return this.#kept.tags["FirstDraw"] !== undefined;
  }

  get shared(): boolean {
    return this.mine.length > 1;
  }

  get replay(): string {
    return href("replayLocal", { game: this.id });
  }

  async act(action: string): Promise<void> {
    if (this.busy || !this.myTurn) return;
    if (!this.#game.position.isLegal(action)) {
      notify(t("refusal.illegal"), "trouble");
      play("no");
      return;
    }
    this.busy = true;
    await this.#do(action);
    this.busy = false;
    void this.#attend();
  }

  async takeBack(): Promise<void> {
    const { seat } = this.#game.position;
    if (this.busy || seat === null || !this.state?.can_take_back) return;
    this.busy = true;
    if (await this.#keep({ actions: this.#kept.actions.slice(0, -1), result: null })) {
      this.#game.undo();
      this.#actors.pop();
      this.#show(seat, null, []);
    }
    this.busy = false;
  }

  skip(): void {
    this.#skipping = this.#attending;
    this.#wake();
  }

  protected override isSkipped({ seat }: GameStep): boolean {
    return this.seats[seat]?.kind === "bot" && (this.#skipping || settings.botPace === 0);
  }

  async hint(signal: AbortSignal): Promise<HintsView | null> {
    const view = this.state?.view;
    if (!view) return null;
    return this.#thought(this.#thinker.hints(view, { movetime: HINT_TIME, seed: randomWord() }), signal);
  }

  async saveRecord(): Promise<void> {
    const { saveRecord } = await import("./records.ts");
    saveRecord(this.#kept);
  }

  async rematch(): Promise<void> {
    const { newGameAgain } = await import("./records.ts");
    go("local", { game: await newGameAgain(this.#kept) });
  }

  /** Everybody at this device gives the game up: it ends without a result. */
  async resign(): Promise<void> {
    if (this.busy || this.state?.phase !== "playing" || !(await this.#keep({ resigned: true }))) return;
    this.#taken++;
    this.#thinker.dispose();
    this.#arrive();
    announce(t("over.given-up"));
  }

  /** Keeps an action, then does it; false if another tab has taken the game over. */
  async #do(action: string): Promise<boolean> {
    const { position } = this.#game;
    const seat = position.seat ?? 0;
    if (!(await this.#keep({ actions: [...this.#kept.actions, action], ...resultOf(position.apply(action).position) }))) return false;
    const events = this.#game.apply(action);
    this.#actors.push(seat);
    this.#show(seat, action, events);
    return true;
  }

  async #keep(changed: Partial<KeptGame>): Promise<boolean> {
    const kept = { ...this.#kept, ...changed, changed: Date.now(), rules: RULES_VERSION };
    const before = isKept(this.id);
    try {
      if (!(await keepGame(kept)) && before) this.#sayNotKept();
    } catch (error) {
      if (!(error instanceof TakenOver)) throw error;
      this.#lose();
      return false;
    }
    this.#kept = kept;
    return true;
  }

  #sayNotKept(): void {
    notify(t("local.not-kept"), "trouble");
  }

  #lose(): void {
    this.elsewhere = true;
    this.#presence.close();
    this.#thinker.dispose();
    announce(t("local.elsewhere"));
  }

  /** Lets bots act as long as it is their turn: after they have thought, and no faster than one can follow. */
  async #attend(): Promise<void> {
    if (this.#attending) return;
    this.#attending = true;
    for (let bot = this.#botToAct(); bot !== null; bot = this.#botToAct()) {
      const taken = this.#taken;
      let since = performance.now();
      for (const action of await this.#planned(bot)) {
        await this.#pause(settings.botPace * 1_000 - (performance.now() - since));
        if (!this.#presence.playing || taken !== this.#taken || !(await this.#do(action))) break;
        since = performance.now();
        await this.performed();
      }
    }
    this.#attending = false;
    this.#skipping = false;
  }

  #pause(milliseconds: number): Promise<void> {
    if (this.#skipping) return Promise.resolve();
    return new Promise((done) => {
      this.#wake = done;
      setTimeout(done, milliseconds);
    });
  }

  #botToAct(): BotLevel | null {
    const { seat } = this.#game.position;
    return this.#presence.playing && !this.#kept.resigned && seat !== null ? (this.seats[seat]?.level ?? null) : null;
  }

  /** The rest of a bot's turn; where bots cannot think, any legal action, so that the game goes on. */
  async #planned(level: BotLevel): Promise<readonly string[]> {
    const { position } = this.#game;
    this.thought = 0;
    const thinking = this.#thinker.turn(position.view(position.seat ?? 0), level, { movetime: THINKING_TIME, seed: randomWord() }, (share) => {
      this.thought = share;
    });
    const turn = await this.#thought(thinking);
    this.thought = null;
    if (turn !== null && turn.length > 0) return turn;
    const legal = position.legalActions();
    return legal.slice(randomWord() % legal.length).slice(0, 1);
  }

  /** The answer of a bot; null if it was cancelled, or, after saying so, if bots cannot think here. */
  async #thought<T>(thinking: Thinking<T>, signal?: AbortSignal): Promise<T | null> {
    signal?.addEventListener("abort", () => {
      thinking.cancel();
    });
    try {
      return await thinking;
    } catch (error) {
      if (!(error instanceof HoliError)) throw error;
      if (error.code !== "cancelled") notify(t("local.no-bots"), "trouble");
      return null;
    }
  }

  #replayed(): Game {
    const { settings: chosen, seed, actions, rules } = this.#kept;
    if (rules !== null && rules !== RULES_VERSION) throw new OtherRules();
    const game = new Game(parseConfig(chosen, seed), { seed });
    this.#actors = [];
    this.told = actions.map((action) => {
      this.#actors.push(game.position.seat ?? 0);
      return publicly(game.apply(action), game.position.scores());
    });
    return game;
  }

  /** Takes over the game as it stands, without drawing anything. */
  #arrive(): void {
    const { position, canUndo } = this.#game;
    const nothing = { host: false, away: false, kept: null, promised: false, given: false };
    const given = this.#kept.resigned === true;
    const seats = this.#kept.seats.map((seat) => ({ ...nothing, ...seat, you: seat.kind === "player", resigned: given && seat.kind === "player" }));
    const people = seats.flatMap(({ you }, seat) => (you ? [seat] : []));
    // Who shares the device with others sees as themselves only in their own turns.
    const viewer = people.length === 1 ? (people[0] ?? null) : (people.find((seat) => seat === position.seat) ?? null);
    const over = given || position.phase === "over";
    this.state = {
      version: ++this.#version,
      phase: over ? "over" : "playing",
      seats,
      viewer,
      view: position.view(viewer ?? "spectator"),
      hints: true,
      can_take_back: viewer !== null && viewer === position.seat && canUndo,
    };
    this.log = this.#game.actions.map((action, i) => {
      const seat = this.#actors[i] ?? 0;
      return { number: i + 1, seat, action: actionFor(this.#eyes, seat, action), bot: seats[seat]?.kind === "bot" };
    });
  }

  /** With whose eyes the viewer looks: after the game nothing is hidden. */
  get #eyes(): number | "spectator" | "all" {
    return this.state?.phase === "over" ? "all" : (this.state?.viewer ?? "spectator");
  }

  #show(seat: number, action: string | null, events: readonly GameEvent[]): void {
    this.#arrive();
    const view = this.state?.view;
    if (view) this.happened({ seat, action, events: eventsFor(this.#eyes, events), view });
  }
}

function resultOf(position: Position): Pick<KeptGame, "result" | "winner"> {
  if (position.phase !== "over") return { result: null };
  const scores = position.scores();
  return { result: scores.map(({ total }) => total), winner: scores.findIndex(({ rank }) => rank === 1) };
}

function randomWord(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
