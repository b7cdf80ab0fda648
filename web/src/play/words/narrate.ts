/** What happened at the table, in sentences: for the log and the live region. `holi.cli.terminal.narrate` says the same. */

import { inARow } from "../../shared/sentences.ts";
import { listed, t } from "../../texts/texts.svelte.ts";
import { LEVELS, levelOf, type GameEvent, type Space } from "../../wire/game.ts";
import type { Step } from "../../wire/types.ts";

/** Names of seats. */
export interface Names {
  seatName(seat: number): string;
}

/** What stands for a card in a text: its name, or a place for its drawing. */
export type CardText = (card: number) => string;

/** An action with what it did; without an action, one was taken back. */
export interface Happened extends Pick<Step, "action" | "seat"> {
  readonly events: readonly GameEvent[];
}

/** A sentence, and what to draw beside it. */
export interface Sentence {
  readonly sign: "token" | "sign-target" | "sign-down" | "sign-move" | "sign-climb" | "sweet" | "sign-end" | "sign-crown" | null;
  readonly text: string;
}

type EventOf<Type extends GameEvent["type"]> = Extract<GameEvent, { type: Type }>;

export function cardName(card: number): string {
  return t("card.name", { card });
}

/** A space in words: "c3 on the ground". */
export function spaceName(space: Space): string {
  return spacesOn(space, [space]);
}

/** Spaces of one level: "c3 and d4 on the ground". */
function spacesOn(level: Space, spaces: readonly Space[]): string {
  return t(`space.on-${levelOf(level)}`, { square: listed(spaces.map((space) => space.slice(1))) });
}

export function narrate(step: Happened, names: Names): string {
  if (step.action === null) return t("said.took-back", { name: names.seatName(step.seat) });
  return inARow(...sentences(step.events, names).map(({ text }) => text));
}

/** What the events of an action say, in order. */
export function sentences(events: readonly GameEvent[], names: Names, card: CardText = cardName): Sentence[] {
  const tokens = eventsOf(events, "token");
  return events.flatMap((event) => {
    switch (event.type) {
      // All tokens of a throw together.
      case "threw":
        return [threw(event, names, card), ...landed(tokens), ...met(tokens, names)];
      case "moved":
        return moved(event, eventsOf(events, "sweets"), eventsOf(events, "collected"), names);
      case "token":
      case "sweets":
      case "collected":
        return [];
      default:
        return other(event, names);
    }
  });
}

function eventsOf<Type extends GameEvent["type"]>(events: readonly GameEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

function threw({ seat, card, face }: EventOf<"threw">, names: Names, cardText: CardText): Sentence {
  const name = names.seatName(seat);
  if (card === null) return { sign: "token", text: t("said.threw-hidden", { name }) };
  return { sign: "token", text: t(face === "up" ? "said.threw-up" : "said.threw-down", { name, card: cardText(card) }) };
}

/** Where colour has stayed, and where it has fallen to, by level from the top. */
function landed(tokens: readonly EventOf<"token">[]): Sentence[] {
  const ends = tokens.filter(({ end }) => end === "board").map(({ path }) => ({ to: path.at(-1) ?? "", fell: path.length > 1 }));
  return [false, true].flatMap((fell) =>
    LEVELS.toReversed().flatMap((level) => {
      const here = ends.filter((end) => end.fell === fell && levelOf(end.to) === level).map(({ to }) => to);
      if (here.length === 0) return [];
      const spaces = spacesOn(level, here);
      return [fell ? ({ sign: "sign-down", text: t("said.fell", { spaces }) } as const) : { sign: null, text: t("said.landed", { spaces }) }];
    }),
  );
}

/** Whom colour has hit, and onto whom it has fallen. */
function met(tokens: readonly EventOf<"token">[], names: Names): Sentence[] {
  return tokens.flatMap(({ path, end, onto, points }) => {
    if (onto === null) return [];
    const values = { onto: names.seatName(onto), square: (path.at(-1) ?? "").slice(1), count: points };
    if (end === "hit") return { sign: "sign-target", text: t("said.hit", values) };
    return { sign: "sign-down", text: points > 0 ? t("said.rained-for", values) : t("said.rained", values) };
  });
}

function moved(
  { seat, to, swapped }: EventOf<"moved">,
  sweets: readonly EventOf<"sweets">[],
  collected: readonly EventOf<"collected">[],
  names: Names,
): Sentence[] {
  const name = names.seatName(seat);
  if (swapped !== null) return [{ sign: "sign-move", text: t("said.swapped", { name, other: names.seatName(swapped) }) }];
  const space = spaceName(to);
  const owners = [...new Set(collected.map(({ owner }) => owner))];
  const taken = [
    ...sweets.map(({ count }) => t("column.sweets", { count })),
    ...owners.map((owner) => {
      const count = collected.filter((token) => token.owner === owner).length;
      return owner === seat ? t("said.own-tokens", { count }) : t("said.tokens-of", { count, owner: names.seatName(owner) });
    }),
  ];
  const text = taken.length === 0 ? t("said.moved", { name, space }) : t("said.moved-for", { name, space, what: listed(taken) });
  return [{ sign: sweets.length > 0 ? "sweet" : "sign-move", text }];
}

type Other = Exclude<GameEvent, { type: "threw" | "token" | "moved" | "sweets" | "collected" }>;

function other(event: Other, names: Names): Sentence[] {
  const name = "seat" in event ? names.seatName(event.seat) : "";
  switch (event.type) {
    case "placed-marker":
      return [{ sign: "sign-move", text: t("said.placed-marker", { name, space: spaceName(event.space) }) }];
    case "climbed": {
      const values = { name, space: spaceName(event.to), count: event.points };
      return [{ sign: "sign-climb", text: event.points > 0 ? t("said.climbed-for", values) : t("said.climbed", values) }];
    }
    case "drew":
      return [{ sign: null, text: t("said.drew", { name, count: event.cards?.length ?? event.count ?? 0 }) }];
    case "finished":
      return [{ sign: "sign-end", text: t(`said.finished-${event.why}`, { name }) }];
    case "turn":
      return [{ sign: null, text: t("said.turn", { name }) }];
    case "over": {
      const winner = event.scores.findIndex(({ rank }) => rank === 1);
      return [{ sign: "sign-crown", text: t("said.over", { name: names.seatName(winner), count: event.scores[winner]?.total ?? 0 }) }];
    }
  }
}
