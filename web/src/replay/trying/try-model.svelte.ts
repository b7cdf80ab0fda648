/** What-if: the reader's own line from any point of a game, acting for all seats. */

import { LineModel } from "../../play/line-model.svelte.ts";
import type { Names } from "../../play/words/narrate.ts";
import type { Position } from "../../rules/engine.ts";
import type { Colour } from "../../wire/game.ts";

/** How long, in milliseconds, each action of a turn that is shown can be looked at. */
const SHOWN_FOR = 700;

export class TryModel extends LineModel {
  /** After how many actions of the game the line begins. */
  readonly from: number;
  readonly colours: readonly Colour[];
  readonly #names: Names;
  #left = false;

  constructor(names: Names & { readonly colours: readonly Colour[] }, from: number) {
    super();
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

  /** Starts in a position and does these actions. */
  async start(position: Position, actions: readonly string[] = []): Promise<void> {
    await this.open(position);
    await this.demonstrate(actions, SHOWN_FOR, () => !this.#left);
  }

  /** Stops showing actions. */
  leave(): void {
    this.#left = true;
  }
}
