/** What-if: the reader's own line from any point of a game, acting for all seats. */

import { LineModel } from "../../play/line-model.svelte.ts";
import type { Rules } from "../../play/playable.ts";
import type { Names } from "../../play/words/narrate.ts";
import type { Colour } from "../../wire/game.ts";
import type { Score, View } from "../../wire/types.ts";

/** How long, in milliseconds, each action of a turn that is shown can be looked at. */
const SHOWN_FOR = 700;

export class TryModel extends LineModel {
  /** After how many actions of the game the line begins. */
  readonly from: number;
  readonly colours: readonly Colour[];
  readonly #names: Names;
  #left = false;

  constructor(rules: Rules, names: Names & { readonly colours: readonly Colour[] }, from: number) {
    super(rules);
    this.#names = names;
    this.colours = names.colours;
    this.from = from;
  }

  get over(): boolean {
    return this.state?.view?.phase === "over";
  }

  seatName(seat: number): string {
    return this.#names.seatName(seat);
  }

  /** Starts in a fully known position and does these actions; returns false if that was refused. */
  async start(view: View, forecast: readonly Score[], actions: readonly string[] = []): Promise<boolean> {
    this.setState(view);
    this.setDrawn(view, forecast);
    // A view that hides nothing is a position with another `format` (F3).
    if (!(await this.open({ ...view, format: "holi-position/1" }))) return false;
    await this.demonstrate(actions, SHOWN_FOR, () => !this.#left);
    return true;
  }

  /** Stops showing actions. */
  leave(): void {
    this.#left = true;
  }
}
