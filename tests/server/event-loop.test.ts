import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchEventLoop } from "#server/event-loop.ts";
import { RequestsUnderWay } from "#server/web/requests-under-way.ts";
import { makeWeb } from "./web/test-web.ts";

/** Computes until this thread has had a processor for so long. */
function compute(milliseconds: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 >= milliseconds) return;
  }
}

function watch() {
  const warn = vi.fn();
  const requests = new RequestsUnderWay();
  onTestFinished(watchEventLoop({ warn }, requests));
  return { warn, requests };
}

test("a request that computes for too long is named in a warning, once", async () => {
  const { warn, requests } = watch();
  const path = "/sign-in/q7Jm0bYw3oZk2Lr5Tn8Xc1Va4Hd6Gf9Se0Pi2Uy7Wt3";
  const { request } = makeWeb({
    requests,
    app: async ({ req }) => {
      if (req.path === path) compute(300);
      return new Response("page");
    },
  });
  await request("/long-before");
  await expect.poll(requests.names.bind(requests)).toEqual([]);
  for (const times of [1, 2]) {
    await request(path);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(times));
  }
  const warning = [{ ms: expect.any(Number), requests: ["GET /sign-in/[hidden]"] }, "The event loop was held"];
  expect(warn.mock.calls).toEqual([warning, warning]);
  expect(warn.mock.calls[0]?.[0].ms).toBeGreaterThan(200);
});

test("short work is none, however often it is done, nor is waiting while others have the processor", async () => {
  const { warn, requests } = watch();
  for (let times = 0; times < 6; times += 1) {
    compute(100);
    await wait(0);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  await wait(0);
  requests.begin({ method: "GET", path: "/long" });
  compute(300);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  // The long work alone is told.
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ requests: ["GET /long"] }), expect.any(String)]]);
});
