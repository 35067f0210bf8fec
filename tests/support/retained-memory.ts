import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";

const collector = z.custom<() => void>((value) => typeof value === "function");

setFlagsFromString("--expose-gc");
const collectGarbage = collector.parse(runInNewContext("gc"));

/** Gives the bytes of buffers that are still in use in this process. Garbage is collected first, since it counts until then. */
export function retainedBuffers(): number {
  // Buffers are freed beside the program; a second collection waits for those of the first.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
