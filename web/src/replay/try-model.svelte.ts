/** What if: a line of one's own from a point of the game, for all seats. What can be done, the server says. */

import { announce, notify } from "../shared/announce.svelte.ts";
import { play } from "../shared/sounds.ts";
import { narrate, type Names } from "../table/narrate.ts";
import type { Playable } from "../table/playable.ts";
import { refusalText } from "../table/refusals.ts";
import { staged, touchedBy, type Drawn, type Stage } from "../table/staging.ts";
import { Refusal, type Connection } from "../wire/connection.svelte.ts";
import type { Colour, GameEvent } from "../wire/game.ts";
import type { OptionsView, PreviewView, Score, TriedView, View } from "../wire/types.ts";

/** How long an action that is shown is left to be looked at. */
const SHOWN_FOR = 700;

interface Tried extends TriedView {
  readonly seat: number;
  readonly action: string;
}

export class TryModel implements Playable {
  state = $state.raw<Playable["state"]>(null);
  drawn = $state.raw<Drawn | null>(null);
  options = $state.raw<OptionsView | null>(null);
  busy = $state(false);
  /** What has been done so far. */
  line = $state.raw<readonly Tried[]>([]);
  stage: Stage | null = null;

  /** After how many actions of the game the line begins. */
  readonly from: number;
  readonly colours: readonly Colour[];
  readonly #connection: Connection;
  readonly #names: Names;
  #start: TriedView | null = null;
  #version = 0;
  #left = false;

  constructor(connection: Connection, names: Names & { readonly colours: readonly Colour[] }, from: number) {
    this.#connection = connection;
    this.#names = names;
    this.colours = names.colours;
    this.from = from;
  }

  get myTurn(): boolean {
    return this.options !== null;
  }

  get over(): boolean {
    return this.state?.view?.phase === "over";
  }

  seatName(seat: number): string {
    return this.#names.seatName(seat);
  }

  /** Begins in a position of which everything is known, and does these actions in it. Whether it could. */
  async start(view: View, forecast: readonly Score[], actions: readonly string[] = []): Promise<boolean> {
    this.drawn = { view, forecast, touched: new Set() };
    this.state = { version: ++this.#version, viewer: view.turn?.seat ?? null, view, can_take_back: false };
    // A view for eyes that may see everything is the position under another name (F3).
    this.#start = await this.#tried({ ...view, format: "holi-position/1" }, []);
    if (this.#start === null) return false;
    await this.#stand();
    for (const action of actions) {
      await new Promise((done) => setTimeout(done, SHOWN_FOR));
      if (this.#left) break;
      await this.act(action);
    }
    return true;
  }

  /** Nothing more is wanted of this line. */
  leave(): void {
    this.#left = true;
  }

  async act(action: string): Promise<void> {
    const now = this.line.at(-1) ?? this.#start;
    const seat = now?.view.turn?.seat;
    if (now === null || seat === undefined || this.busy) return;
    this.busy = true;
    const tried = await this.#tried(now.position, [action]);
    if (tried !== null) {
      this.line = [...this.line, { ...tried, seat, action }];
      const events = tried.steps.at(-1) ?? [];
      announce(narrate({ seat, action, events }, this));
      await this.#stand(events);
    }
    this.busy = false;
  }

  async takeBack(): Promise<void> {
    await this.backTo(this.line.length - 1);
  }

  /** Takes back all but the first actions of the line. */
  async backTo(length: number): Promise<void> {
    if (this.busy || length < 0 || length >= this.line.length) return;
    this.line = this.line.slice(0, length);
    await this.#stand();
  }

  async preview(action: string): Promise<PreviewView | null> {
    const now = this.line.at(-1) ?? this.#start;
    if (now === null || action === "E") return null;
    try {
      const { result } = await this.#connection.ask({ type: "try", position: now.position, actions: [action] });
      return { action, events: result.steps.at(-1) ?? [], forecast: result.forecast };
    } catch {
      return null; // the line has gone on meanwhile
    }
  }

  /** Stands at the end of the line; what has just happened is drawn. */
  async #stand(events: readonly GameEvent[] = []): Promise<void> {
    const now = this.line.at(-1) ?? this.#start;
    if (now === null) return;
    const { view, forecast, options } = now;
    const viewer = view.turn?.seat ?? this.line.at(-1)?.seat ?? null;
    this.options = options;
    this.state = { version: ++this.#version, viewer, view, can_take_back: this.line.length > 0 };
    await staged(this.stage, events, false, () => {
      this.drawn = { view, forecast, touched: touchedBy(events) };
    });
  }

  async #tried(position: Record<string, unknown>, actions: string[]): Promise<TriedView | null> {
    try {
      return (await this.#connection.ask({ type: "try", position, actions })).result;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notify(refusalText(error), "trouble");
      play("no");
      return null;
    }
  }
}
