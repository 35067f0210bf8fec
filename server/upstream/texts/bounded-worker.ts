/** Runs code that may never end, or take all memory, in a thread that can be stopped. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";

export interface WorkerBounds {
  readonly milliseconds: number;
  /** Of objects and of buffers, each; the input counts as a buffer. */
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
}

/** The work met one of its bounds. */
export class BoundMet extends Error {}

const megabyte = 1024 ** 2;
const lookEveryMs = 100;

/**
 * Gives the first message that a worker posts.
 * @param name of a module, from here, which is an input of the build
 * @param input the worker's data. Bytes are moved to it: nothing is left of them here
 * @throws BoundMet, the signal's reason, or whatever the worker failed with
 */
export async function runBounded(name: string, input: unknown, bounds: WorkerBounds): Promise<unknown> {
  bounds.signal.throwIfAborted();
  const { milliseconds, memoryBytes, signal } = bounds;
  const worker = new Worker(entryOf(name), {
    workerData: input,
    transferList: input instanceof Uint8Array && input.buffer instanceof ArrayBuffer ? [input.buffer] : [],
    // Neither our secrets nor our command line are any business of it.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryBytes / megabyte, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const meetBound = () => reject(new BoundMet("The work met its bound."));
  const abort = () => reject(signal.reason);
  worker.once("message", resolve);
  worker.once("error", (error) => (isOutOfMemory(error) ? meetBound() : reject(error)));
  worker.once("exit", () => reject(new Error("The worker ended without a word.")));
  signal.addEventListener("abort", abort);
  const late = setTimeout(meetBound, milliseconds);
  const watching = setInterval(async () => {
    // Buffers are not among what the worker's own limits count. One that has ended has none.
    const statistics = await worker.getHeapStatistics().catch(() => null);
    if (statistics !== null && statistics.external_memory > memoryBytes) meetBound();
  }, lookEveryMs);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    clearInterval(watching);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** From the sources the entry is TypeScript, which Node runs as it is; in a build it is beside or above our chunk. */
function entryOf(name: string): string {
  const here = import.meta.dirname;
  const built = `${basename(name)}.js`;
  const places = [[`${name}.ts`], [built], ["..", built]];
  const found = places.map((place) => join(here, ...place)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No ${name} near ${here}`);
  return found;
}
