/** Rotating patterns, and describing them in words. */

import { listed, t } from "../texts/texts.svelte.ts";

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
/** For each square of a pattern rotated by 90 degrees, the index it comes from. */
const TURNED = [6, 3, 0, 7, 4, 1, 8, 5, 2];

export function turned(squares: string, quarters: number): string {
  let shown = squares;
  for (let i = 0; i < quarters % 4; i++) shown = TURNED.map((from) => shown[from] ?? ".").join("");
  return shown;
}

export function placeName(square: number): string {
  return t(`deck.place-${PLACES[square] ?? 0}`);
}

/** "filled top left and centre" */
export function patternWords(squares: string): string {
  const at = (what: string): string[] => [...squares].flatMap((square, i) => (square === what ? [placeName(i)] : []));
  const squaresFilled = listed(at("#"));
  const star = listed(at("*"));
  if (star && squaresFilled) return t("cards.star-and-filled", { square: star, squares: squaresFilled });
  if (star) return t("cards.star", { square: star });
  return squaresFilled ? t("cards.filled", { squares: squaresFilled }) : t("deck.blank");
}
