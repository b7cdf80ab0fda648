import { mount } from "svelte";
import App from "./App.svelte";
import { prepareInstall } from "./install/install.svelte.ts";
import "./look/tokens.css";
import "./look/base.css";
import { followLinks, here } from "./router.svelte.ts";
import { screens } from "./screens.ts";
import { keepSettings } from "./settings/settings.svelte.ts";
import { loadLanguage } from "./texts/texts.svelte.ts";

keepSettings();
followLinks();
prepareInstall();
// Load the screen in parallel with its texts; its errors are reported when it is shown.
void screens[here().screen].load().catch(() => undefined);
await loadLanguage();
mount(App, { target: document.getElementById("app") ?? document.body });
