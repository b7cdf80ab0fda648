/** Who begins, drawn so that anyone can recompute it (R2.3); apart, for those who need no more of the engine. */

import { sha256 } from "../sha256.ts";

/** The place at the table that begins: the one with the smallest digest of `<seed>:first:<place>`. */
export function drawnFirst(seed: string, players: number): number {
  const digests = Array.from({ length: players }, (_, place) => sha256(`${seed}:first:${place}`));
  return digests.indexOf([...digests].sort()[0] ?? "");
}
