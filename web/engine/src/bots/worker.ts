/** The script of the Web Worker that `Thinker` starts. */

import { serve, type Port } from "./serving.ts";

serve(self as unknown as Port);
