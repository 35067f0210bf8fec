import { join } from "node:path";
import { build, type Plugin } from "vite";

const entry = join(import.meta.dirname, "worker", "worker.ts");

/** Vite plugin: builds the worker as one script without imports, beside the files for browsers; served by itself in development. */
export function workerScript(): Plugin {
  return {
    name: "latchkey:worker-script",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "worker.js", source: await compileWorker() });
    },
    configureServer({ middlewares }) {
      middlewares.use("/worker.js", (_request, response, next) => {
        compileWorker().then((text) => {
          response.setHeader("Content-Type", "text/javascript").end(text);
        }, next);
      });
    },
  };
}

/** The text of the worker, as a classic script. */
async function compileWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2023",
      minify: true,
      rollupOptions: { input: entry, output: { format: "iife" } },
    },
  });
  const chunks = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  const script = chunks.find((chunk) => chunk.type === "chunk");
  if (script === undefined) throw new Error("The worker was not built.");
  return script.code;
}
