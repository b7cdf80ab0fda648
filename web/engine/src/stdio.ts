/** The engine protocol on the standard streams of Node.js. */

import { loadWeights } from "./bots/weights.ts";
import { LineReader } from "./lines.ts";
import { initialize } from "./module.ts";
import { Protocol } from "./protocol.ts";

/** Answer lines until the input ends or says `quit`; `read` gives the bytes of the library's data files. */
export async function serve(read: (name: string) => Uint8Array<ArrayBuffer>): Promise<void> {
  await initialize(read("holi.wasm"));
  await loadWeights(read("weights.bin"));
  const protocol = new Protocol();
  const reader = new LineReader();
  const { stdin, stdout } = process;
  stdout.on("error", () => process.exit(0)); // nobody reads the answers any more
  const answer = (lines: Iterable<Uint8Array>): boolean => {
    for (const line of lines) {
      const text = protocol.answer(line);
      if (text !== null) stdout.write(`${text}\n`);
      if (protocol.quitting) return true;
    }
    return false;
  };
  for await (const bytes of stdin) if (answer(reader.read(bytes as Uint8Array))) return;
  answer(reader.end());
}
