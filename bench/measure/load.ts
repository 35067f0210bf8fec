/** Load from a process of its own: autocannon, on the cores that the measured server does not use. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { z } from "zod/mini";
import { otherCores, startedOn } from "./cores.ts";
import { cpuMs } from "./usage.ts";

const autocannon = createRequire(import.meta.url).resolve("autocannon");
const connections = 16;

/** After so many requests of a page the engine has compiled what matters; before, it costs several times as much. */
const warmUpRequests = 3_000;

const report = z.object({
  duration: z.number(),
  errors: z.number(),
  timeouts: z.number(),
  throughput: z.object({ total: z.number() }),
  statusCodeStats: z.record(z.string(), z.object({ count: z.number() })),
});

export interface Load {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** The only status that counts; any other answer makes the run worthless. */
  status: number;
  /** The process whose CPU time is told. */
  pid: number;
}

export interface TimedLoad extends Load {
  seconds: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** CPU time of the process for each request; null where the system does not tell. */
  cpuMs: number | null;
  /** Share of the run's time in which the process was computing; near 1 it is the limit, well below something else is. */
  busy: number | null;
  /** Bytes of one answer with its headers. */
  bytes: number;
}

/**
 * Sends requests over 16 kept connections as fast as they are answered.
 * @throws when anything but the expected status came back, or a connection failed.
 */
export function applyLoad(load: TimedLoad): Promise<LoadResult> {
  return run(load, ["--duration", String(load.seconds)]);
}

/** Sends as many requests as a server needs to reach its usual speed; more where each does little. @throws like `applyLoad` */
export async function warmUp(load: Load, requests = warmUpRequests): Promise<void> {
  await run(load, ["--amount", String(requests)]);
}

async function run({ url, headers = {}, status, pid }: Load, length: readonly string[]): Promise<LoadResult> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ["--headers", `${name}=${value}`]);
  const settings = ["--json", "--connections", String(connections), ...length, ...fields, url];
  const before = cpuMs(pid);
  const started = performance.now();
  const result = report.parse(JSON.parse(await outputOf(process.execPath, [autocannon, ...settings])));
  const elapsed = performance.now() - started;
  const after = cpuMs(pid);
  const answers = Object.entries(result.statusCodeStats);
  const count = answers.reduce((sum, [, { count }]) => sum + count, 0);
  const others = answers.filter(([code]) => code !== String(status));
  if (count === 0 || others.length > 0 || result.errors + result.timeouts > 0)
    throw new Error(`${url} under load: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`);
  const used = before === null || after === null ? null : after - before;
  return {
    requestsPerSecond: count / result.duration,
    cpuMs: used === null ? null : used / count,
    busy: used === null ? null : used / Math.min(elapsed, result.duration * 1000),
    bytes: result.throughput.total / count,
  };
}

async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(...startedOn(otherCores, command, args), { stdio: ["ignore", "pipe", "pipe"] });
  const texts = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [output, complaints] = texts;
  if (output.trim() === "") throw new Error(`${command} printed nothing: ${complaints}`);
  return output;
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}
