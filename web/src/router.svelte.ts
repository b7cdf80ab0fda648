/** Which screen is shown: the path of the address, as `screens.ts` lists them. */

import { screens, type ScreenName } from "./screens.ts";

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
  for (const [screen, { path: pattern }] of Object.entries(screens)) {
    const wanted = pattern.split("/");
    if (wanted.length !== given.length) continue;
    const parts: Record<string, string> = {};
    const fits = wanted.every((piece, i) => {
      const actual = given[i] ?? "";
      if (!piece.startsWith(":")) return piece === actual;
      parts[piece.slice(1)] = decodeURIComponent(actual);
      return actual !== "";
    });
    if (fits) return { screen: screen as ScreenName, parts };
  }
  return { screen: "home", parts: {} };
}

let place = $state.raw(placeOf(location.pathname));

function arrive(): void {
  place = placeOf(location.pathname);
  scrollTo(0, 0);
}

/** Makes links to our own screens change the screen, and the browser's back button too; called once. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const aside = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!link || aside || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    arrive();
  });
}

export function here(): Place {
  return place;
}

/** The address of a screen, for links. */
export function href<S extends ScreenName>(screen: S, ...[parts]: Given<S>): string {
  const given = (parts ?? {}) as Record<string, string>;
  return "/" + screens[screen].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
}

export function go<S extends ScreenName>(screen: S, ...parts: Given<S>): void {
  history.pushState(null, "", href(screen, ...parts));
  arrive();
}
