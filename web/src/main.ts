import { mount } from "svelte";
import App from "./App.svelte";
import { prepareInstall } from "./install/install.svelte.ts";
import "./look/tokens.css";
import "./look/base.css";
import { followLinks } from "./router.svelte.ts";
import { keepSettings } from "./settings/settings.svelte.ts";
import { loadLanguage } from "./texts/texts.svelte.ts";
import { connection } from "./wire/connection.svelte.ts";

keepSettings();
followLinks();
prepareInstall();
connection.start();
await loadLanguage();
mount(App, { target: document.getElementById("app") ?? document.body });
