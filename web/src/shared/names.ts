/**
 * Names of people who gave none. A name is sent once and then read by everyone at the table, each in their own language,
 * and later in records; a word in the sender's language would be wrong for most of them. The server requires a name, so a
 * fixed word is sent, which every page translates for its reader. The words are lower case, which people hardly choose for
 * themselves, and still make sense in a record.
 */

import { t } from "../texts/texts.svelte.ts";
import { COLOURS, type Colour } from "../wire/game.ts";

const GUEST = "guest";

/** The name to send for what somebody typed, which may be nothing. */
export function nameToSend(typed: string): string {
  return typed.trim() || GUEST;
}

/** The same for somebody who shares a device: without a name they are called by their colour. */
export function nameBesides(typed: string, colour: Colour): string {
  return typed.trim() || colour;
}

/** A name as its reader should see it; `colour` is the seat's now, which may have changed since the name was sent. */
export function shownName(name: string, colour: Colour | undefined): string {
  if (name === GUEST) return t("seat.guest");
  const called = COLOURS.find((other) => other === name);
  return called === undefined ? name : t(`colour.${colour ?? called}`);
}
