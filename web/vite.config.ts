/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import en from "./src/texts/en.ts";
import es from "./src/texts/es.ts";
import fr from "./src/texts/fr.ts";
import hi from "./src/texts/hi.ts";
import ja from "./src/texts/ja.ts";
import { fonts } from "./tools/font-slices.ts";

/** The server that `npm run dev` and `npm run preview` talk to. */
const server = process.env["HOLI_SERVER"] ?? "http://127.0.0.1:8000";
const proxy = { "/api": { target: server, ws: true } };

const WORKER = "sw.js";
const BOTS = "bots.js";
/** How a game is shuffled: the first screen starts games, and the bots' worker, which has no document, must not load that screen. */
const SEED = /engine.src.(sha256|seed)\.ts/;
/** What every screen needs, and the small parts that the first screen shares with others: one file each, for a first visit
 * waits for every file. */
const BASE =
  /node_modules.(svelte.src.(internal|reactivity|index|version|store)|esm-env|clsx)|src.(router|screens|settings.settings|shared.(announce|title)|texts.texts|wire.(reach|game)|install.install)\b/;
const FIRST = /src.(art.Art|home.(Home|GameList|game-lines)|local.(store|new-game)|cards.faces|decks.(DeckChoice|decks)|shared.names)\b/;
/** A game on this device, in few files too: the rules, which the bots' worker loads as well, what other screens also show,
 * and the rest. */
const RULES = /engine.src.(repr|errors|module|objects|scratch|sha256|generated|game.(notation|events|rules|reasons|scores|secrecy|cards|shuffle|position|position-json|config|deal))\.ts/;
const SHARED = /src.(cards.(Card|squares)|shared.(TopBar|sounds))\b/;
const RIVALRY = /src.(cards.rivalry|rules.cards)\.ts/;
/** The words of hints, which the analysis has as well. */
const HINT = /src.(game.hint-words|play.words.(actions|reasons)|shared.figures)\b/;
const GAME =
  /src.(?!game.(hint-words|Handover)|play.(Clock|RivalryCard|line-model)|tower.Loupe|play.words.(actions|reasons))(play|tower|game|local.(Local|local-table|presence)|rules.engine)\b|engine.src.(game.(previews|game)\.ts|bots.client)/;
/** Saved games, in one file for all who read them. */
const RECORDS = /engine.src.record\b/;
/** Vite's own code for loading chunks, apart from the page's, for the bots' worker needs it too. */
const PRELOAD = /preload-helper/;
/** The files that these make up; a module goes into the first that wants it. */
const FILES = { preload: PRELOAD, seed: SEED, base: BASE, first: FIRST, rules: RULES, rivalry: RIVALRY, shared: SHARED, game: GAME, hint: HINT, replaying: RECORDS };
/** The folder of a catalogue, for its file name. */
const TEXTS = /texts.(learn|more)\b/;
/** Fonts and pictures are compressed already. */
const TEXT = /\.(css|html|js|json|svg|txt|wasm|webmanifest)$/;
/** Not cached by the service worker at installation: itself, the page (requested by its address), fonts, licences. */
const NOT_LISTED = /^(sw\.js|index\.html)$|\.(map|txt|woff2?)$/;

/** Gives the service worker the list of built files and a build name derived from it. */
function listFiles(): Plugin {
  return {
    name: "list-files",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") return;
      const made = Object.keys(bundle).filter((name) => !NOT_LISTED.test(name));
      const files = [...made, ...readdirSync("public")].sort();
      const index = bundle["index.html"];
      const bots = bundle[BOTS];
      const hash = createHash("sha256").update(files.join()).update(index?.type === "asset" ? index.source : "");
      hash.update(bots?.type === "chunk" ? bots.code : ""); // the names of all others tell their content
      worker.code = worker.code
        .replace(/(["'`])__FILES__\1/, JSON.stringify(JSON.stringify(files)))
        .replace(/(["'`])__BUILD__\1/, JSON.stringify(hash.digest("hex").slice(0, 12)));
    },
  };
}

/** Writes the manifest in each language; the one that is there before any is chosen is in English. */
function manifests(): Plugin {
  return {
    name: "manifests",
    generateBundle() {
      const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")) as object;
      for (const [lang, texts] of Object.entries({ en, es, fr, hi, ja })) {
        const words = { name: texts["app.title"], short_name: texts["app.name"], description: texts["app.about"], lang };
        this.emitFile({ type: "asset", fileName: `${lang}.webmanifest`, source: JSON.stringify({ ...manifest, ...words }) });
      }
    },
  };
}

/** Writes compressed versions beside the files, which the server sends as they are. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: "build",
    enforce: "post",
    writeBundle() {
      const { root, build } = this.environment.config;
      const folder = resolve(root, build.outDir);
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => TEXT.test(name))) {
        const plain = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(plain, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(plain));
      }
    },
  };
}

/** Builds the bots' worker with the page, not apart from it as Vite would, so that both load the same files of the engine. */
function shareBots(): Plugin {
  const address = /new URL\("\.\/worker\.ts", import\.meta\.url\)/;
  return {
    name: "share-bots",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      // Written so that Vite leaves it alone. The script is beside the page, and this code one folder below.
      return /engine.src.bots.client\.ts$/.test(id) ? code.replace(address, `new URL(["..", "${BOTS}"].join("/"), import.meta.url)`) : null;
    },
  };
}

/** Loads the first screen along with what every screen needs, not after that has run. */
function preloadFirstScreen(): Plugin {
  const wanted = /^assets.(Home|first)-.*\.(js|css)$/;
  return {
    name: "preload-first-screen",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {}).filter((name) => wanted.test(name)).map((name) => {
          const how = name.endsWith(".css") ? { rel: "preload", as: "style" } : { rel: "modulepreload" };
          return { tag: "link", attrs: { ...how, crossorigin: true, href: `./${name}` }, injectTo: "head" };
        }),
    },
  };
}

/** The page itself needs addresses from the top: the server also serves it as `/t/TABLE`. `holi site` makes them relative. */
function addressesFromTheTop(): Plugin {
  return {
    name: "addresses-from-the-top",
    enforce: "post",
    transformIndexHtml: { order: "post", handler: (page) => page.replaceAll('="./', '="/') },
  };
}

export default defineConfig({
  base: "./", // everything but the page itself finds its files beside it, below whatever path
  plugins: [svelte(), fonts(), manifests(), shareBots(), preloadFirstScreen(), addressesFromTheTop(), listFiles(), compress()],
  worker: { format: "es" },
  build: {
    outDir: "../src/holi/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's content policy allows no data: addresses
    // A worker has no document to preload in.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostId }) => (hostId === BOTS ? [] : files) },
    rollupOptions: {
      input: { index: "index.html", sw: "src/install/service-worker.ts", bots: "engine/src/bots/worker.ts" },
      // A worker's scope is the folder it is served from, so it must be beside the page.
      output: {
        entryFileNames: ({ name }) => ({ sw: WORKER, bots: BOTS })[name] ?? "assets/[name]-[hash].js",
        chunkFileNames: ({ facadeModuleId }) => `assets/${(facadeModuleId ?? "").match(TEXTS)?.[1]?.concat("-") ?? ""}[name]-[hash].js`,
        codeSplitting: { groups: Object.entries(FILES).map(([name, test]) => ({ name, test })) },
      },
    },
  },
  server: { proxy, fs: { allow: [".."] } }, // the texts that the terminal shares are in the package
  preview: { proxy },
  // Slow machines are no fault; a test that hangs is ended in the end.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 120_000 },
});
