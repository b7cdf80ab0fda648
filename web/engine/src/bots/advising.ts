/** What a worker loads for hints and analyses. */

export { parseRecord } from "../record/index.ts";
export { analyse, hints } from "./advice.ts";
