/** The engine protocol (F4) on standard input and output: `npm run engine`. */

import { data, library } from "./bundle.mjs";

const { serve } = await library("stdio");
await serve(data);
