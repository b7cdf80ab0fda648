/** The page as an app of the device: the browser's offer to install it, and the worker that lets it start offline. */

import { folder } from "./site.ts";

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const REGISTER_AFTER = 2_000;
const RELOADED = "holi.reloaded";
const RELOAD_AGAIN_AFTER = 30_000;

let offer = $state.raw<InstallPrompt | null>(null);
let done = $state(matchMedia("(display-mode: standalone)").matches);

/** Listens for the browser's offer, which comes once and early, and starts the worker; called once. */
export function prepareInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // shown in the settings, not over a game
    offer = event as InstallPrompt;
  });
  addEventListener("appinstalled", () => {
    offer = null;
    done = true;
  });
  addEventListener("vite:preloadError", loadNewBuild);
  // Browsers have workers only over TLS or on the same machine; elsewhere the page works, but does not start offline.
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    if (document.readyState === "complete") startWorker(); // WebKit may run us later than this event
    else addEventListener("load", startWorker);
  }
}

/** Later than what the first screen loads: the worker fetches all files of the page. */
function startWorker(): void {
  setTimeout(() => {
    navigator.serviceWorker.register(new URL("sw.js", folder)).catch(() => undefined);
  }, REGISTER_AFTER);
}

/** A chunk is gone because the server has a newer build. Reload the page, but not in an endless loop. */
function loadNewBuild(event: Event): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!navigator.onLine || Date.now() - last < RELOAD_AGAIN_AFTER) return;
  event.preventDefault();
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

export function canInstall(): boolean {
  return offer !== null;
}

export function isInstalled(): boolean {
  return done;
}

export async function install(): Promise<void> {
  const prompt = offer;
  offer = null; // it can be used once
  await prompt?.prompt();
}
