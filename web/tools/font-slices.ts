/** The Japanese font comes in slices, the rarest characters first. What we keep of them, and whose fonts they are. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** The slices from here on hold kana, signs and the 3,000 commonest kanji; those before are as many bytes again. */
const FIRST_COMMON = 60;
const FONTS = ["m-plus-2", "baloo-2"] as const;

/** A stylesheet of slices without those of rare characters, and without the Latin letters, which come from other fonts. */
export function commonSlices(css: string): string {
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];
  return faces.filter((face) => Number(/-(\d+)-wght-normal\.woff2/.exec(face)?.[1] ?? 0) >= FIRST_COMMON).join("\n");
}

/** Leaves the rare slices out of a build, and puts the licence of each font beside it. */
export function fonts(): Plugin {
  return {
    name: "fonts",
    enforce: "pre",
    transform: {
      filter: { id: /m-plus-2\/wght\.css/ },
      handler: (css) => commonSlices(css),
    },
    generateBundle() {
      const licences = FONTS.map((name) => readFileSync(`node_modules/@fontsource-variable/${name}/LICENSE`, "utf8"));
      this.emitFile({ type: "asset", fileName: "font-licences.txt", source: licences.join("\n\n") });
    },
  };
}
