import { Hono } from "hono";
import { expect, test } from "vitest";
import type { WebTypes } from "#server/web/layer.ts";
import { limitRates } from "#server/web/rate-limits.ts";
import { listen, makeWeb } from "./test-web.ts";

async function listenLimited(): Promise<string> {
  const web = new Hono<WebTypes>();
  web.use(limitRates({ requests: 5, writes: 2 }));
  web.all("*", () => new Response("in"));
  return `http://127.0.0.1:${await listen(web.fetch)}`;
}

async function statuses(url: string, method: string, count: number, given = {}): Promise<number[]> {
  const found = [];
  for (let number = 0; number < count; number += 1) {
    const response = await fetch(url, { method, headers: { "x-forwarded-for": `203.0.113.${number}`, ...given } });
    await response.body?.cancel();
    found.push(response.status);
  }
  return found;
}

test("a network over its limit gets 429 with Retry-After, whatever X-Forwarded-For says", async () => {
  const url = await listenLimited();
  expect(await statuses(url, "GET", 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const refusal = await fetch(url);
  const seconds = Number(refusal.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refusal.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await refusal.text()).toContain(
    `<p>Too many requests came from your network. Wait ${seconds} seconds, then try again.</p>`,
  );
});

test("writes have a lower limit, and reading goes on", async () => {
  const url = await listenLimited();
  expect(await statuses(url, "POST", 3)).toEqual([200, 200, 429]);
  expect(await statuses(url, "GET", 1)).toEqual([200]);
});

test("what a browser fetches by itself, before a click, locks nobody out", async () => {
  const url = await listenLimited();
  expect(await statuses(url, "GET", 7, { "sec-purpose": "prefetch" })).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await statuses(url, "GET", 2)).toEqual([200, 200]);
});

test("health checks are not limited, and limits by address can be switched off", async () => {
  const { request } = makeWeb();
  const asked = Array.from({ length: 6_100 }, async () => (await request("/healthz")).status);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  const { request: unlimited } = makeWeb({ addressLimits: false });
  // No more at once than may wait for their turn.
  for (let asked = 0; asked < 6_100; asked += 610) {
    const answers = Array.from({ length: 610 }, async () => (await unlimited("/")).status);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  }
});
