/**
 * What the player to act is about to do: the chosen card or marker, the space they point at, and what would come of
 * it. All of it is taken from `options` and `preview`; no rules are applied here.
 */

import type { CardOption, Landing, MoveOption, Preview } from "../rules/engine.ts";
import { announce } from "../shared/announce.svelte.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Mark } from "../tower/marks.ts";
import { levelOf, placeOf, readAction, type LevelName, type Space } from "../wire/game.ts";
import type { Playable } from "./playable.ts";

export type Intent =
  | { readonly kind: "none" }
  | { readonly kind: "card"; readonly card: number; readonly face: "up" | "down" }
  | { readonly kind: "move" };

/** A throw that `options` offers. */
export interface Throw {
  readonly action: string;
  readonly spaces: readonly Space[];
}

const NONE: Intent = { kind: "none" };

export class Turn {
  intent = $state.raw<Intent>(NONE);
  pointed = $state.raw<Space | null>(null);
  #spin = $state(0);
  readonly #table: Playable;

  constructor(table: Playable) {
    this.#table = table;
  }

  options = $derived.by(() => this.#table.options);

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

  move = $derived.by<MoveOption | null>(() =>
    this.intent.kind === "move" && this.pointed !== null ? (this.#moves.get(this.pointed) ?? null) : null,
  );

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
  preview = $derived.by<Preview | null>(() => (this.action === null ? null : this.#table.preview(this.action)));

  /** How the tokens of the aimed throw would land. */
  landings = $derived.by<readonly Landing[]>(() =>
    (this.aim?.spaces ?? []).flatMap((space) => this.#landings.get(space) ?? []),
  );

  /** What to draw on the tower, by space. */
  marks = $derived.by<ReadonlyMap<Space, Mark>>(() => {
    const marks = new Map<Space, Mark>();
    const mark = (space: Space, more: Mark): void => void marks.set(space, { ...marks.get(space), ...more });
    const { options, intent } = this;
    if (!options) return marks;
    for (const space of options.corners) mark(space, { can: "corner" });
    for (const { spaces } of this.throws) for (const space of spaces) mark(space, { can: "throw" });
    if (intent.kind === "move") {
      for (const move of options.moves) {
        const brings = move.sweets + move.collected.length;
        mark(move.space, { can: "move", ...(brings > 0 ? { brings } : {}) });
      }
      if (this.climbTo) mark(this.climbTo, { can: "climb" });
      for (const space of options.missing_to_climb) mark(space, { missing: true });
    }
    for (const { path, end, points } of this.landings) {
      for (const space of path) mark(space, { aimed: space === path[0] ? "thrown" : "passes" });
      mark(path.at(-1) ?? "", { end, points });
    }
    if (this.action !== null && this.aim === null && this.pointed) mark(this.pointed, { aimed: "goes" });
    return marks;
  });

  choose(intent: Intent): void {
    this.intent = intent;
    this.#spin = 0;
  }

  /** Takes a card, face up if that is possible; a card already taken is turned. */
  pick(card: number): void {
    play("card");
    const { intent } = this;
    if (intent.kind === "card" && intent.card === card) this.spin(1);
    else {
      const option = this.options?.cards.find((other) => other.card === card);
      const face = option && option.up.length === 0 && option.down.length > 0 ? "down" : "up";
      this.choose({ kind: "card", card, face });
    }
    announce(t("hand.taken", { card: t("card.name", { card }), count: this.throws.length }));
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
