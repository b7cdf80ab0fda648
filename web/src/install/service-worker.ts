/**
 * Lets the page start without a connection. It keeps the files of one build and nothing else: no answer of the server about
 * players or tables is ever stored. While there is a connection, the page itself always comes from the server, so that nobody
 * gets an old one after an update; files named after their content never change and come from here.
 *
 * A new build is installed beside the old one, which goes on serving pages that are open until they are closed.
 */

/** The parts of the service worker API used here; the compiler only knows the API of pages. */
interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

declare const clients: { claim(): Promise<void> };

/** Filled in by the build: its name, and the files to cache at installation. */
const BUILD = "__BUILD__";
const FILES = JSON.parse("__FILES__") as string[];

/** The folder that the page is in: a site can be below any path, beside others of the same origin. */
const FOLDER = new URL(".", location.href).pathname;
const PREFIX = `holi-page ${FOLDER} `;
const KEPT = PREFIX + BUILD;
const INDEX = FOLDER;
const ASSETS = `${FOLDER}assets/`;
const API = `${FOLDER}api/`;
const ADDRESSES = FILES.map((name) => FOLDER + name);

async function install(): Promise<void> {
  const cache = await caches.open(KEPT);
  // The index may be in the browser's own cache from before; the others are named after their content, or small.
  await cache.addAll([new Request(INDEX, { cache: "reload" }), ...ADDRESSES]);
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== KEPT).map((name) => caches.delete(name)));
}

async function kept(address: string | Request): Promise<Response | undefined> {
  return (await caches.open(KEPT)).match(address, { ignoreSearch: true });
}

/** The page: from the server if it can be reached, else from the cache. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : ((await kept(INDEX)) ?? answer);
  } catch (error) {
    const found = await kept(INDEX);
    if (found) return found;
    throw error;
  }
}

/** Files named after their content. Fonts are not kept before they are used: nobody needs those of all languages. */
async function asset(request: Request): Promise<Response> {
  const found = await kept(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

/** The manifest and the icons: small, and not named after their content. */
async function plain(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    throw error;
  }
}

addEventListener("install", (event) => {
  (event as Extendable).waitUntil(install());
});

addEventListener("activate", (event) => {
  // Serve the page of the first visit too: it may lose its connection before it has loaded all of its screens.
  (event as Extendable).waitUntil(forgetOtherBuilds().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event as Fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith(API)) return;
  if (request.mode === "navigate") (event as Fetching).respondWith(page(request));
  else if (pathname.startsWith(ASSETS)) (event as Fetching).respondWith(asset(request));
  else if (ADDRESSES.includes(pathname)) (event as Fetching).respondWith(plain(request));
});
