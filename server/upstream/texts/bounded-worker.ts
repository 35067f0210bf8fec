/** Runs code that may not end, or take all memory, in a thread that can be stopped. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";

export interface WorkerBounds {
  readonly milliseconds: number;
  /** Of objects and of buffers, each; the input is a buffer. */
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
}

export class BoundMet extends Error {}

const megabyte = 1024 ** 2;
const lookEveryMs = 100;

/**
 * The first message of a worker. @param name of its module, relative to here, an input of the build @param input bytes are moved to the
 * worker @throws BoundMet, the signal's reason, or the worker's failure
 */
export async function runBounded(name: string, input: unknown, bounds: WorkerBounds): Promise<unknown> {
  bounds.signal.throwIfAborted();
  const { milliseconds, memoryBytes, signal } = bounds;
  const worker = new Worker(entryOf(name), {
    workerData: input,
    transferList: input instanceof Uint8Array && input.buffer instanceof ArrayBuffer ? [input.buffer] : [],
    // The worker needs neither our secrets nor our command line.
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
    // The worker's own limits do not count buffers.
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

/** Sources are TypeScript, which Node runs; in a build it is beside or above our chunk. */
function entryOf(name: string): string {
  const here = import.meta.dirname;
  const built = `${basename(name)}.js`;
  const places = [[`${name}.ts`], [built], ["..", built]];
  const found = places.map((place) => join(here, ...place)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No ${name} near ${here}`);
  return found;
}
