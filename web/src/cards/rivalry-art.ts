/** What is drawn on each rivalry card: a sign, or a small board. `o` own token, `x` another's, `m` marker, `+` a space meant. */

import type { RivalryId } from "../wire/cards.ts";

export const RIVALRY_ART: Readonly<Record<RivalryId, string>> = {
  "short-steps": "....../...+../..+++./.++m++/..+++./...+..",
  "helping-hands": "....../....../..o.../.om+../..o.../......",
  "mirror-dance": "....../oo..oo/.o..o./.o..o./....../......",
  "open-pockets": "sign-cards",
  "free-handfuls": "sign-flip",
  splash: "sign-throw",
  "last-dance": "sign-end",
  "swap-places": "....../....../.m++../....m./....../......",
  "sharp-aim": "sign-target",
  cloudburst: "sign-down",
  "sweet-tooth": "sweet",
  rangoli: "o....o/.o..o./..oo../..oo../.o..o./o....o",
  "four-corners": "o....o/....../....../....../....../o....o",
  "rooftop-view": "sign-home",
  pillars: "....../..o.../..o.../.xo.o./.xx.o./xxxxxx",
  "long-line": "....../....../oo.ooo/....../....../......",
  "big-crowd": "....../..o.../.ooo../..oo../...o../......",
  quarters: "o.+.../.oo.../+.o.x./....../.x..../....x.",
  spotless: "sign-star",
  "best-friend": "....../.o..o./..m.../.o..x./....../......",
  summit: "sign-climb",
};
