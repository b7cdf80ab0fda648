/**
 * Which screen is shown, as `screens.ts` lists them. Our own addresses are `/path?search#hash`. A server gets them as they
 * are; a site puts them behind `#`, because its host knows only the one file.
 */

import { folder, isSite, serverPage } from "./install/site.ts";
import { screens, type Screen, type ScreenName } from "./screens.ts";

type PathOf<S extends ScreenName> = (typeof screens)[S]["path"];
type Parts<Path> = Path extends `${string}:${infer Part}/${infer Rest}`
  ? Part | Parts<Rest>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never;
type Given<S extends ScreenName> = [Parts<PathOf<S>>] extends [never] ? [] : [parts: Record<Parts<PathOf<S>>, string>];

export interface Place {
  screen: ScreenName;
  parts: Readonly<Record<string, string>>;
}

function placeOf(path: string): Place {
  const given = path.replace(/^\/|\/$/g, "").split("/");
  for (const [screen, { path: pattern, hosted }] of Object.entries<Screen>(screens)) {
    const wanted = pattern.split("/");
    if (wanted.length !== given.length) continue;
    const parts: Record<string, string> = {};
    const fits = wanted.every((piece, i) => {
      const actual = given[i] ?? "";
      if (!piece.startsWith(":")) return piece === actual;
      parts[piece.slice(1)] = decodeURIComponent(actual);
      return actual !== "";
    });
    if (!fits) continue;
    if (!isSite || !hosted) return { screen: screen as ScreenName, parts };
    if (serverPage !== null) location.replace(new URL(path.slice(1), serverPage));
  }
  return { screen: "home", parts: {} };
}

/** Our own address that is shown now. */
export function address(): URL {
  return isSite ? new URL(location.hash.replace(/^#?\/*/, "/"), location.origin) : new URL(location.href);
}

/** What the address bar shows for one of our own addresses; it can be shared. */
export function shownAs(own: string): string {
  return isSite ? `${folder.href}#${own}` : new URL(own, folder).href;
}

/** Changes the address without leaving the screen; `replace` leaves no step for the back button. */
export function show(own: string, how: "push" | "replace"): void {
  if (how === "push") history.pushState(null, "", shownAs(own));
  else history.replaceState(null, "", shownAs(own));
}

let place = $state.raw(placeOf(address().pathname));

function arrive(): void {
  place = placeOf(address().pathname);
  scrollTo(0, 0);
}

/** Whether a link leads to one of our screens, not to a file or a place within the page. */
function isOurs(link: HTMLAnchorElement): boolean {
  if (link.target || link.hasAttribute("download")) return false;
  return isSite ? link.href.startsWith(`${folder.href}#/`) : link.origin === location.origin;
}

/** Makes links to our own screens change the screen, and the browser's back button too; called once. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const aside = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!link || aside || !isOurs(link)) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    arrive();
  });
}

export function here(): Place {
  return place;
}

/** Our own address of a screen. */
export function pathOf<S extends ScreenName>(screen: S, ...[parts]: Given<S>): string {
  const given = (parts ?? {}) as Record<string, string>;
  return "/" + screens[screen].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
}

/** The same for links. */
export function href<S extends ScreenName>(screen: S, ...parts: Given<S>): string {
  const own = pathOf(screen, ...parts);
  return isSite ? `#${own}` : own;
}

export function go<S extends ScreenName>(screen: S, ...parts: Given<S>): void {
  show(pathOf(screen, ...parts), "push");
  arrive();
}
