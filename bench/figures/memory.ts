/** Resident memory of the web process with everything embedded: idle, after a minute of load, and whether it keeps growing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { applyLoad } from "../measure/load.ts";
import { type Product, startProduct } from "../measure/product.ts";
import { median } from "../measure/statistics.ts";
import { memoryMb } from "../measure/usage.ts";

export const name = "memory";
export const title = "Memory of the web process, everything embedded";

const loadSeconds = 60;
const settlingMs = 5_000;

export async function measure(conditions: Conditions): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-memory-"));
  try {
    return await measureIn(dataDir, conditions);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The very first start also draws the demo, once in a folder's life: what every later one has is the figure. */
async function measureIn(dataDir: string, { long, say }: Conditions): Promise<Measurement[]> {
  const first = await startProduct({ DATA_DIR: dataDir });
  const drawing = await idleMemory(first).finally(() => first.stop());
  const product = await startProduct({ DATA_DIR: dataDir });
  try {
    const idle = await idleMemory(product);
    if (drawing === null || idle === null) return [];
    say("memory: 60 s of load");
    await loadFor(product, loadSeconds);
    const loaded = memoryMb(product.pid) ?? 0;
    return [
      {
        what: "idle after the first start, which makes the demo",
        unit: "MB",
        values: [drawing],
        floor: { atMost: 300 },
      },
      { what: "idle", unit: "MB", values: [idle], goal: { atMost: 150 }, floor: { atMost: 170 } },
      { what: "after 60 s of load", unit: "MB", values: [loaded], goal: { atMost: 400 }, floor: { atMost: 420 } },
      ...(long ? [await growth(product, say)] : []),
    ];
  } finally {
    await product.stop();
  }
}

async function idleMemory(product: Product): Promise<number | null> {
  await wait(settlingMs);
  return memoryMb(product.pid);
}

async function loadFor(product: Product, seconds: number): Promise<void> {
  const load = { url: `${product.origin}/clients/`, status: 200, pid: product.pid };
  await applyLoad({ ...load, headers: product.hydrating, seconds });
}

/** The first of ten minutes was the one above; compares the second with the tenth. */
async function growth(product: Product, say: Conditions["say"]): Promise<Measurement> {
  const minutes: number[] = [];
  for (let minute = 2; minute <= 10; minute += 1) {
    say(`memory: minute ${minute} of 10`);
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(memoryMb(product.pid) ?? 0), 1_000);
    await loadFor(product, loadSeconds).finally(() => clearInterval(sampling));
    minutes.push(median(samples));
  }
  return {
    what: "10th minute ÷ 2nd minute",
    unit: "×",
    values: [(minutes.at(-1) ?? Number.NaN) / (minutes[0] ?? Number.NaN)],
    goal: { atMost: 1.1 },
    note: `medians of the minutes in MB: ${minutes.map((value) => value.toFixed(0)).join(", ")}`,
  };
}
