/** What Japanese needs besides its words: a font for devices that have none, and how its lines are set. */

import "@fontsource-variable/m-plus-2/wght.css";
import "./ja.css";
