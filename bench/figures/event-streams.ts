/** What 500 browsers cost that follow the messages: memory and CPU of the web process. */
import { setTimeout as wait } from "node:timers/promises";
import { type OpenedStream, openStream } from "#tests/support/event-source.ts";
import { get } from "../measure/exchange.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { type Product, signIn, startProduct } from "../measure/product.ts";
import { cpuMs, memoryMb } from "../measure/usage.ts";

export const name = "event-streams";
export const title = "500 open event streams of the messages: memory and CPU of the web process";

const streams = 500;
const settlingMs = 10_000;
const watchedMs = 30_000;

export async function measure({ say }: Conditions): Promise<Measurement[]> {
  const product = await startProduct();
  const opened: OpenedStream[] = [];
  try {
    // What every process loads once, with its first pages.
    for (let page = 0; page < 200; page += 1) await get(`${product.origin}/dashboard`, product.scriptFree);
    await wait(settlingMs);
    const idle = memoryMb(product.pid);
    say(`${streams} event streams`);
    const url = `${product.origin}/messages/events?workspace=${await workspaceOf(product)}`;
    while (opened.length < streams) {
      // As many as one session may have.
      const browser = { ...product.scriptFree, cookie: await signIn(product.origin) };
      opened.push(...(await Promise.all(Array.from({ length: 20 }, () => openStream(url, browser)))));
    }
    await wait(settlingMs);
    const began = cpuMs(product.pid);
    await wait(watchedMs);
    const [busy, open] = [cpuMs(product.pid), memoryMb(product.pid)];
    if (idle === null || open === null || began === null || busy === null) return [];
    const isOpen = opened.every(({ received }) => received.some(({ event }) => event === "heartbeat"));
    return [
      {
        what: `${streams} streams`,
        unit: "MB",
        values: [open - idle],
        goal: { atMost: 60 },
        ...(isOpen ? {} : { note: "not all of them were open" }),
      },
      { what: `${streams} streams`, unit: "ms of CPU a second", values: [((busy - began) * 1_000) / watchedMs] },
    ];
  } finally {
    await Promise.all(opened.map((stream) => stream.cut()));
    await product.stop();
  }
}

/** The workspace that is open, as the forms of its pages name it. */
async function workspaceOf({ origin, scriptFree }: Product): Promise<string> {
  const { body } = await get(`${origin}/clients/new`, { ...scriptFree, "accept-encoding": "identity" });
  const [, id] = /name="workspace" value="([0-9a-f-]{36})"/.exec(body.toString()) ?? [];
  if (id === undefined) throw new Error("No form names the workspace.");
  return id;
}
