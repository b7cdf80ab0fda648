/**
 * What the player to act is about to do: the chosen card or marker, the space they point at, and what would come of
 * it. All of it is asked of the position; no rules are applied here.
 */

import { options, preview, type CardOption, type Landing, type MoveOption, type Preview, type Refusal } from "../rules/engine.ts";
import { announce } from "../shared/announce.svelte.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Mark } from "../tower/marks.ts";
import { levelOf, placeOf, readAction, type LevelName, type Space } from "../wire/game.ts";
import type { Playable } from "./playable.ts";
import { outlook } from "./words/outlook.ts";

export type Intent =
  | { readonly kind: "none" }
  | { readonly kind: "card"; readonly card: number; readonly face: "up" | "down" }
  | { readonly kind: "move" };

/** A throw that `options` offers. */
export interface Throw {
  readonly action: string;
  readonly spaces: readonly Space[];
}

/** Whether a card can be thrown now: face up, face up after a move or a climb, only face down, or not at all. */
export type CardUse =
  | { readonly kind: "up"; readonly ways: number }
  | { readonly kind: "after"; readonly actions: readonly string[]; readonly down: boolean }
  | { readonly kind: "down" }
  | { readonly kind: "not" };

const NONE: Intent = { kind: "none" };

export class Turn {
  intent = $state.raw<Intent>(NONE);
  pointed = $state.raw<Space | null>(null);
  #spin = $state(0);
  readonly #table: Playable;

  constructor(table: Playable) {
    this.#table = table;
  }

  options = $derived.by(() => this.#table.position && options(this.#table.position));

  /** Why what the player last tried is not possible, in words; cleared by whatever they do next. */
  refused = $state("");
  /** What that was, if it was not what is chosen. */
  tried: "throw" | "down" | "move" | "climb" | "turn" | null = null;

  /** The level of the viewer's marker. */
  level = $derived.by<LevelName>(() => {
    const state = this.#table.state;
    const marker = state?.viewer == null ? null : state.view?.players[state.viewer]?.marker;
    return marker ? levelOf(marker) : "G";
  });

  #landings = $derived.by(() => new Map((this.options?.landings ?? []).map((landing) => [landing.space, landing])));
  #moves = $derived.by(() => new Map((this.options?.moves ?? []).map((move) => [move.space, move])));

  card = $derived.by<CardOption | null>(() => {
    const { intent } = this;
    return intent.kind === "card" ? (this.options?.cards.find(({ card }) => card === intent.card) ?? null) : null;
  });

  /** Every throw of the chosen card with the chosen face. */
  throws = $derived.by<readonly Throw[]>(() => {
    if (this.intent.kind !== "card" || !this.card) return [];
    return this.#ordered(this.card[this.intent.face]);
  });

  /** Those that put a token on the space pointed at. */
  under = $derived.by(() => this.throws.filter(({ spaces }) => this.pointed !== null && spaces.includes(this.pointed)));

  /** The throw that a click would make. */
  aim = $derived.by<Throw | null>(() => this.under[this.#spin % Math.max(1, this.under.length)] ?? null);

  /** Where to move so that the chosen card fits, if it does not fit from here. */
  fitsFrom = $derived.by<readonly Space[]>(() => {
    const { intent } = this;
    const use = intent.kind === "card" && intent.face === "up" ? this.cards.get(intent.card) : undefined;
    return use?.kind === "after" ? use.actions.flatMap((action) => (action === "C" ? [] : this.level + action.slice(1))) : [];
  });

  move = $derived.by<MoveOption | null>(() => {
    const { intent, pointed } = this;
    if (pointed === null || !(intent.kind === "move" || this.fitsFrom.includes(pointed))) return null;
    return this.#moves.get(pointed) ?? null;
  });

  /** Where a climb would lead, for drawing: the same square one level up. */
  climbTo = $derived.by<Space | null>(() => {
    const state = this.#table.state;
    const marker = state?.viewer == null ? null : state.view?.players[state.viewer]?.marker;
    if (!this.options?.can_climb || !marker) return null;
    return (levelOf(marker) === "G" ? "M" : "T") + marker.slice(1);
  });

  /** The action that a click, a tap or Enter would do now. */
  action = $derived.by<string | null>(() => {
    const { pointed, options } = this;
    if (!options || pointed === null) return null;
    if (options.corners.includes(pointed)) return `S${pointed.slice(1)}`;
    if (this.aim) return this.aim.action;
    if (this.move) return `M${pointed.slice(1)}`;
    if (this.intent.kind === "move" && pointed === this.climbTo) return "C";
    return null;
  });

  /** What the action pointed at would lead to. */
  preview = $derived.by<Preview | null>(() => {
    const { position } = this.#table;
    return this.action !== null && position?.isLegal(this.action) ? preview(position, this.action) : null;
  });

  /** How the tokens of the aimed throw would land. */
  landings = $derived.by<readonly Landing[]>(() =>
    (this.aim?.spaces ?? []).flatMap((space) => this.#landings.get(space) ?? []),
  );

  /** What the chosen card or marker could do, by space, with every landing, so that pointing has nothing left to build. */
  #offered = $derived.by<ReadonlyMap<Space, Mark>>(() => {
    const marks = new Map<Space, Mark>();
    const mark = (space: Space, more: Mark): void => void marks.set(space, { ...marks.get(space), ...more });
    const { options, intent } = this;
    if (!options) return marks;
    for (const space of options.corners) mark(space, { can: "corner" });
    for (const space of new Set(this.throws.flatMap(({ spaces }) => spaces))) {
      mark(space, { can: "throw" });
      const landing = this.#landings.get(space);
      if (!landing) continue;
      const { path, end, points } = landing;
      for (const passed of path.slice(0, -1)) mark(passed, { falls: true });
      mark(path.at(-1) ?? "", { end, points });
    }
    if (intent.kind === "move") {
      for (const move of options.moves) {
        const brings = move.sweets + move.collected.length;
        mark(move.space, { can: "move", ...(brings > 0 ? { brings } : {}) });
      }
      if (this.climbTo) mark(this.climbTo, { can: "climb" });
      for (const space of options.missing_to_climb) mark(space, { missing: true });
    }
    for (const space of this.fitsFrom) mark(space, { can: "move", wanted: true });
    return marks;
  });

  /** What to draw on the tower, by space. */
  marks = $derived.by<ReadonlyMap<Space, Mark>>(() => {
    const marks = new Map(this.#offered);
    const aim = (space: Space, aimed: "thrown" | "passes" | "goes"): void => void marks.set(space, { ...marks.get(space), aimed });
    for (const { path } of this.landings) for (const space of path) aim(space, space === path[0] ? "thrown" : "passes");
    if (this.action !== null && this.aim === null && this.pointed) aim(this.pointed, "goes");
    return marks;
  });

  /** The action pointed at and what it would do, in words. */
  outlook = $derived.by(() => outlook(this, this.#table));

  /** Whether the throw of this turn is still to be made. */
  mayThrow = $derived.by(() => this.#table.position?.thrown === false);

  /** Whether each card in hand can be thrown, or what would have to be done first. */
  cards = $derived.by<ReadonlyMap<number, CardUse>>(
    () => new Map((this.options?.cards ?? []).map((option) => [option.card, this.#useOf(option)])),
  );

  /** Says why something cannot be done. */
  refuse(words: string, tried: Turn["tried"] = null): void {
    this.refused = words;
    this.tried = tried;
    announce(words);
    play("no");
  }

  /** Why an action is not possible; null if it is. */
  whyNot(action: string): Refusal | null {
    return this.#table.position?.refusal(action) ?? null;
  }

  choose(intent: Intent): void {
    this.refused = "";
    this.intent = intent;
    this.#spin = 0;
  }

  /** Takes a card, face up if that is possible; a card already taken is turned. */
  pick(card: number): void {
    play("card");
    const { intent } = this;
    if (intent.kind === "card" && intent.card === card) this.spin(1);
    else {
      this.choose({ kind: "card", card, face: this.cards.get(card)?.kind === "down" ? "down" : "up" });
    }
    if (this.throws.length > 0) announce(t("hand.taken", { card: t("card.name", { card }), count: this.throws.length }));
  }

  /** Does the action pointed at. */
  async act(): Promise<void> {
    if (this.action !== null) await this.#table.act(this.action);
  }

  drop(): void {
    this.choose(NONE);
    this.pointed = null;
  }

  flip(): void {
    if (this.intent.kind === "card") {
      this.choose({ ...this.intent, face: this.intent.face === "up" ? "down" : "up" });
    }
  }

  point(space: Space | null): void {
    if (space === this.pointed) return;
    this.refused = "";
    const before = this.aim;
    this.pointed = space;
    this.#spin = 0;
    // Staying on the same throw while the pointer moves along it feels steadier than jumping to the first one.
    const same = before === null ? -1 : this.under.findIndex(({ action }) => action === before.action);
    if (same > 0) this.#spin = same;
  }

  /** The next way to lay the card on the space pointed at, or else the next anywhere. */
  spin(by: number): void {
    if (this.under.length > 1) {
      this.#spin = (this.#spin + by + this.under.length) % this.under.length;
      return;
    }
    const { throws } = this;
    if (throws.length === 0) return;
    const now = throws.findIndex(({ action }) => action === this.aim?.action);
    const next = throws[(now + by + throws.length) % throws.length];
    if (!next) return;
    this.pointed = next.spaces[0] ?? null;
    this.#spin = Math.max(0, this.under.findIndex(({ action }) => action === next.action));
  }

  #useOf({ card, up, down }: CardOption): CardUse {
    const { position } = this.#table;
    if (up.length > 0) return { kind: "up", ways: up.length };
    if (!position || position.thrown) return { kind: "not" };
    const first = position.legalActions().filter((action) => action.startsWith("M") || action === "C");
    const after = first.filter((action) => position.apply(action).position.legalActions().some((next) => next.startsWith(`T${card}@`)));
    if (after.length > 0) return { kind: "after", actions: after, down: down.length > 0 };
    return { kind: down.length > 0 ? "down" : "not" };
  }

  /** The throws of a card ordered by their angle around the marker, for the mouse wheel. */
  #ordered(actions: readonly string[]): Throw[] {
    const state = this.#table.state;
    const marker = state?.viewer == null ? null : state.view?.players[state.viewer]?.marker;
    const centre = placeOf(marker ?? "Gc3");
    const angle = ({ spaces }: Throw): number => {
      const places = spaces.map((space) => placeOf(space));
      const dx = places.reduce((sum, { x }) => sum + x - centre.x, 0);
      const dy = places.reduce((sum, { y }) => sum + y - centre.y, 0);
      return Math.atan2(dx, -dy);
    };
    return actions
      .map((action) => ({ action, spaces: readAction(action, this.level).spaces }))
      .sort((one, other) => angle(one) - angle(other));
  }
}
