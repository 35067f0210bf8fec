import { globSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { enhancerScript } from "./app/enhancer/enhancer-script.ts";
import { workerScript } from "./app/offline/worker-script.ts";
import { hashLetters, lastingPrefix } from "./server/releases/script-names.ts";
import { developmentServer } from "./tools/development-server.ts";
import { unusedFunctions, withoutFunctions } from "./tools/unused-functions.ts";

/** Parts of `ui/` that pages without forms do not load, or none that hydrates. */
const apart = [
  ...["auth-shell", "dialog", "error-summary", "field", "form\\.", "form-manners", "form-parse"],
  ...["form-drafts", "form-values", "money-", "side-navigation", "time-zone-choices", "touched"],
];
const partsOfEveryPage = new RegExp(
  String.raw`app[\\/](root\.tsx|entry[\\/]|workspace[\\/]frame|json-api[\\/](pagination|record)` +
    String.raw`|search[\\/](search\.ts|palette-key)|ui[\\/](?!${apart.join("|")}))`,
);

/** Threads of their own, found by their names beside the server's chunks. */
const workers = Object.fromEntries(
  globSync("server/upstream/**/*-worker.ts", { cwd: import.meta.dirname, exclude: ["**/bounded-worker.ts"] }).map(
    (file) => [basename(file, ".ts"), `./${file}`],
  ),
);

export default defineConfig({
  // The development server has to come before React Router's own, which would answer without our HTTP layers and context.
  plugins: [
    developmentServer(),
    tailwindcss(),
    enhancerScript(),
    workerScript(),
    reactRouter(),
    fileNames(),
    plainImports(),
    asciiScripts(),
    withoutUnused(),
  ],
  // The oldest browsers of the README: colors by day and by night need no detour in them.
  build: { target: "es2023", cssTarget: ["chrome126", "firefox126", "safari18"] },
  environments: {
    client: {
      build: {
        modulePreload: false,
        rollupOptions: {
          checks: { bundlerTimings: false },
          output: {
            // Few files compress better than many: 5 kB less on the list of clients. What forms alone need (Conform, zod) and
            // dialogs stay apart, so that pages without them do not pay.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
                {
                  name: "parts",
                  test: partsOfEveryPage,
                },
                // Pages that load one of these load the other.
                { name: "fields", test: /app[\\/]ui[\\/](fields|field-frame)\.tsx/ },
                { name: "form-start", test: /app[\\/](forms[\\/]form-start|session[\\/]hidden-fields)\.tsx?/ },
                {
                  name: "lists",
                  test: /app[\\/](lists[\\/](list-|select-box)|assignments[\\/]agent-column)/,
                },
                { name: "packages", test: /app[\\/]packages[\\/](package-list\.|comp-value|offer-due)/ },
                { name: "deals", test: /app[\\/]opportunities[\\/](opportunity-list\.|stage-state)/ },
                { name: "forms", test: /node_modules[\\/](zod|@conform-to)[\\/]/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Loaded as they are published, these cost 120 MB and most of the start's time: what is not used of them is left out.
      // Never the router: a second copy of it would not know the first one's context keys.
      resolve: {
        noExternal: [
          "drizzle-orm",
          "zod",
          "hono",
          "@hono/node-server",
          "libphonenumber-js",
          // They would load a zod of their own.
          "@conform-to/react",
          "@conform-to/zod",
        ],
      },
      build: {
        rollupOptions: {
          // It says how long each plugin takes, also to who only starts the app.
          checks: { bundlerTimings: false },
          // V8 holds the text of every script.
          output: { comments: { annotation: false, jsdoc: false } },
          // One build for the process and the app: built apart, the keys of the router's context would exist twice.
          input: {
            main: "./server/main.ts",
            upstream: "./server/upstream/main.ts",
            account: "./server/account/main.ts",
            plan: "./server/plan/main.ts",
            "check-api": "./server/check-api/main.ts",
            doctor: "./server/doctor/main.ts",
            dictionaries: "./server/dictionaries/main.ts",
            "embedded-process": "./server/database/embedded-process.ts",
            ...workers,
          },
        },
      },
    },
  },
});

/** A chunk, as far as its name depends on it. */
interface NamedChunk {
  readonly name: string;
  /** Of a route's own chunk. */
  readonly facadeModuleId?: string | null;
  readonly moduleIds: readonly string[];
}

/** Bytes of source. What is made of fewer fits into a packet or two, and longer names weigh on every page. */
const largeSource = 12_000;

/**
 * Files for browsers are called by their hashes: every page that hydrates loads the list of all routes with their files, and the names
 * would be a fifth of it. Large ones begin with what stays from one release to the next.
 */
function clientName({ name, facadeModuleId, moduleIds }: NamedChunk): string {
  const files = new Set(moduleIds.map(fileOf));
  const bytes = [...files].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  const about = facadeModuleId ? relative(import.meta.dirname, fileOf(facadeModuleId)) : name;
  return `assets/${bytes < largeSource ? "" : lastingPrefix(about)}[hash:${hashLetters}].js`;
}

/** Vite and React Router add queries to the paths of modules; their own modules begin with a zero. */
function fileOf(moduleId: string): string {
  return moduleId.replace(/^\0|\?.*$/g, "");
}

/** React Router knows of one server file and calls it index.js; ours are several, each under the name of its input. */
const outputs = {
  ssr: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  client: { entryFileNames: clientName, chunkFileNames: clientName },
};

function fileNames(): Plugin {
  return {
    name: "latchkey:file-names",
    configEnvironment: (name) => ({ build: { rollupOptions: { output: Reflect.get(outputs, name) ?? {} } } }),
  };
}

/**
 * What is imported when it is asked for is simply fetched then: the helper that would fetch its styles and parts ahead weighs
 * more than what it fetches, and would weigh on every page.
 */
function plainImports(): Plugin {
  return {
    name: "latchkey:plain-imports",
    enforce: "pre",
    load(id) {
      return id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined;
    },
  };
}

/** One letter beyond ASCII doubles the memory that V8 takes for a whole file. */
function asciiScripts(): Plugin {
  return {
    name: "latchkey:ascii-scripts",
    applyToEnvironment: ({ name }) => name === "ssr",
    // Vite's own pass over finished scripts would write the letters out again.
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = inAscii(file.code);
    },
  };
}

function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Modules that browsers never call, by their paths, and what stands in their place there. On the server they are as published. */
const unusedInBrowsers: readonly (readonly [path: RegExp, code: string])[] = [
  // Forms are parsed without Conform's coercion, which brings 12 kB of classic zod.
  [
    /@conform-to[\\/]zod[\\/]dist[\\/]v4[\\/]coercion\.mjs/,
    "export function coerceFormValue() { throw new Error('Forms are parsed without coercion.'); }",
  ],
  // Headless UI's lists are as short as they are drawn.
  [
    /@tanstack[\\/]react-virtual[\\/]dist[\\/]esm[\\/]index\.js/,
    "export function useVirtualizer() { throw new Error('Lists are drawn whole.'); }",
  ],
  // All routes go out with the first page: none is discovered later.
  [
    /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]fog-of-war\.js/,
    `export const URL_LIMIT = 0;
     export const getManifestPath = () => "";
     export const getPartialManifest = (manifest) => manifest;
     export const getPatchRoutesOnNavigationFunction = () => undefined;
     export const getPathsWithAncestors = () => [];
     export const handleClientVersionMismatch = async () => false;
     export const isFogOfWarEnabled = () => false;
     export const useFogOFWarDiscovery = () => {};`,
  ],
  // No route names links or styles of its own, and pages are fetched ahead by ui/fetched-ahead.ts.
  [
    /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]links\.js/,
    `export const getKeyedLinksForMatches = () => [];
     export const getKeyedPrefetchLinks = async () => [];
     export const getModuleLinkHrefs = (matches, manifest) =>
       [...new Set(matches.flatMap(({ route: { id } }) => {
         const route = manifest.routes[id];
         return route ? [route.module, ...(route.imports ?? [])] : [];
       }))];
     export const getNewMatchesForLinks = () => [];
     export const isPageLinkDescriptor = () => false;
     export const prefetchRouteCss = async () => {};
     export const prefetchStyleLinks = async () => {};`,
  ],
  // Nothing watches the router. It asks for these all the same, and would weigh 2 kB more.
  [
    /react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js/,
    `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
     export const getRouteInstrumentationUpdates = () => ({});
     export const instrumentClientSideRouter = (router) => router;
     export const instrumentHandler = (handler) => handler;
     export const instrumentationResultMetaContext = undefined;`,
  ],
];

function withoutUnused(): Plugin {
  return {
    name: "latchkey:without-unused",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) => unusedInBrowsers.find(([path]) => path.test(id))?.[1],
    transform(code, id) {
      const unused = unusedFunctions.find(({ file }) => file.test(id));
      return unused && { code: withoutFunctions(code, unused), map: null };
    },
  };
}
