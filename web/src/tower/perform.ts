/** Animates the events of the game (F5), with sounds. */

import { play } from "../shared/sounds.ts";
import type { Colour, GameEvent, Space } from "../wire/game.ts";
import type { Powder } from "./powder.ts";

const MOVE_TIME = 620;
const BETWEEN_TOKENS = 130;

interface Tower {
  /** How many times faster than usual. */
  readonly rate: number;
  readonly colourOf: (seat: number) => Colour;
  readonly markerOf: (seat: number) => Space;
  /** A token has come to rest. */
  readonly landed: (space: Space, seat: number) => void;
  /** A marker was hit. */
  readonly shake: (seat: number) => void;
}

/** Resolves when everything has landed. */
export async function performed(powder: Powder, events: readonly GameEvent[], tower: Tower): Promise<void> {
  const running: Promise<void>[] = [];
  /** When the next animation starts, in milliseconds from now. */
  let next = 0;
  let standsAt: Space | null = null;
  const after = (ms: number, then: () => void | Promise<void>): void => {
    running.push(new Promise<void>((done) => setTimeout(done, ms / tower.rate)).then(then));
  };
  for (const event of events) {
    switch (event.type) {
      case "threw":
        play("throw");
        break;
      case "token":
        after(next, () => tossed(powder, event, tower));
        next += BETWEEN_TOKENS;
        break;
      case "moved":
        standsAt = event.to;
        play("move");
        after(MOVE_TIME, () => undefined);
        next = MOVE_TIME * 0.8;
        break;
      case "climbed":
        play("climb");
        after(MOVE_TIME + 80, () => {
          powder.burst(tower.colourOf(event.seat), event.to, 1.2);
        });
        break;
      case "placed-marker":
        after(260, () => {
          play("land");
          powder.burst(tower.colourOf(event.seat), event.space, 1.2);
        });
        break;
      case "sweets": {
        const to = standsAt ?? event.space;
        after(next, () => {
          play("sweets");
          return powder.gather("sweet", event.space, to, tower.rate);
        });
        break;
      }
      case "collected": {
        const to = standsAt ?? tower.markerOf(event.seat);
        const owner = tower.colourOf(event.owner);
        after(next, async () => {
          await powder.gather(`token-${owner}`, event.space, to, tower.rate);
          powder.burst(owner, to, 1);
          play("rain");
        });
        next += BETWEEN_TOKENS;
        break;
      }
      default:
        break;
    }
  }
  await Promise.all(running);
}

async function tossed(powder: Powder, event: Extract<GameEvent, { type: "token" }>, tower: Tower): Promise<void> {
  const colour = tower.colourOf(event.seat);
  const end = event.path.at(-1) ?? "";
  await powder.toss(colour, tower.markerOf(event.seat), event.path, tower.rate, (space) => {
    const last = space === end;
    powder.burst(colour, space, last ? (event.end === "board" ? 1 : 1.7) : 0.6);
    if (last) play(event.end === "board" ? "land" : event.end);
  });
  if (event.end === "board") tower.landed(end, event.seat);
  else if (event.onto !== null) tower.shake(event.onto);
}
