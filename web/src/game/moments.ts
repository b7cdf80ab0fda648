/** Moments worth a banner: a direct hit, the top of the tower, a player who finishes, and a lead that changes hands. */

import { SWEETS, type Lead } from "../play/story/story.ts";
import { sentences, type Happened, type Names, type Sentence } from "../play/words/narrate.ts";
import { leadWords } from "../play/words/standing.ts";
import { levelOf } from "../wire/game.ts";

export interface Moment extends Sentence {
  readonly seat: number;
}

/** The greatest moment of an action, if it had one; `leads` are those that changed with it. */
export function momentOf({ seat, events }: Happened, leads: readonly Lead[], names: Names): Moment | null {
  const great = events.filter(
    (event) =>
      event.type === "finished" ||
      (event.type === "climbed" && levelOf(event.to) === "T") ||
      ((event.type === "token" || event.type === "threw") && events.some((token) => token.type === "token" && token.end === "hit")),
  );
  const [found] = sentences(great, names).filter(({ sign }) => sign === "sign-target" || sign === "sign-climb" || sign === "sign-end");
  if (found) return { ...found, seat };
  const taken = leads.find(({ what, from }) => what === SWEETS && from.length > 0);
  return taken ? { sign: "sweet", text: leadWords(taken, names), seat } : null;
}
