/**
 * The service's threads as the product has them, JavaScript: each that is started from its sources would load what makes JavaScript of
 * them first, which takes three times as long as what most of them do.
 */
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Plugin } from "vite";
import { projectRoot } from "#server/project-root.ts";

const variable = "BUILT_WORKERS";

/** Builds them before the first test process starts. */
export default async function setUp(): Promise<() => void> {
  // Here, so that they find the packages that they import.
  const folder = mkdtempSync(join(projectRoot, "node_modules", ".latchkey-workers-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const files = globSync("server/upstream/**/*-worker.ts", { cwd: projectRoot, exclude: ["**/bounded-worker.ts"] });
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    // Loaded as they are published, in hundreds of modules, they take half of the time of a thread.
    ssr: {
      noExternal: [
        "zod",
        "postal-mime",
        "chardet",
        "htmlparser2",
        /^dom(?:handler|utils|elementtype|-serializer)$/,
        "entities",
      ],
    },
    build: {
      ssr: true,
      target: "esnext",
      outDir: folder,
      rollupOptions: {
        input: Object.fromEntries(files.map((file) => [basename(file, ".ts"), join(projectRoot, file)])),
      },
    },
  });
  process.env[variable] = folder;
  return remove;
}

/** Vite plugin: starts these in place of the sources. */
export function builtWorkers(): Plugin {
  return {
    name: "latchkey:built-workers",
    transform: {
      filter: { id: /\/bounded-worker\.ts$/ },
      handler: (code) => ({
        code: code.replace("import.meta.dirname", `process.env.${variable} ?? import.meta.dirname`),
        map: null,
      }),
    },
  };
}
