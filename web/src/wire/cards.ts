// Made by `npm run types` from the server's definitions. Do not edit.

/** The colour cards of the deck that comes with the game: rows from top to bottom, `#` filled, `*` star. */
export const COMPLETE: Readonly<Record<string, string>> = {
  "1": "#../#../#..",
  "2": "##./#*./...",
  "3": "#../#../.#.",
  "4": "#.#/#../...",
  "5": "#../#.#/...",
  "6": "#../#../..#",
  "7": "#../.#./#..",
  "8": "#.#/.*./#..",
  "9": "#../.*#/#..",
  "10": "##./..#/...",
  "11": "##./.../..#",
  "12": "#../.#./..#",
  "13": "#../.*#/.#."
};

/** The rivalry cards and their kinds. */
export const RIVALRY = {
  "short-steps": "rules",
  "helping-hands": "rules",
  "mirror-dance": "rules",
  "open-pockets": "rules",
  "free-handfuls": "rules",
  "splash": "rules",
  "last-dance": "rules",
  "swap-places": "rules",
  "sharp-aim": "scoring",
  "cloudburst": "scoring",
  "sweet-tooth": "scoring",
  "rangoli": "scoring",
  "four-corners": "scoring",
  "rooftop-view": "scoring",
  "pillars": "scoring",
  "long-line": "scoring",
  "big-crowd": "scoring",
  "quarters": "scoring",
  "spotless": "scoring",
  "best-friend": "scoring",
  "summit": "scoring"
} as const;

export type RivalryId = keyof typeof RIVALRY;
