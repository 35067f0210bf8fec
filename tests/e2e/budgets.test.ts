import { globSync, readFileSync } from "node:fs";
import { type Browser, chromium } from "playwright";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { budgets, hydratingPages } from "../../bench/figures/page-weight.ts";
import { type SlowVisit, visitSlowly } from "../../bench/measure/browser.ts";
import { get } from "../../bench/measure/exchange.ts";
import { type OpenPage, openPages, pageRoutes } from "../../bench/measure/pages.ts";
import { cookiesOf, scriptsCookie, signIn } from "../../bench/measure/product.ts";
import { type Weight, weigh } from "../../bench/measure/weight.ts";
import { meets } from "../support/turns.ts";

const origin = inject("origin");
const routes = await pageRoutes();
const weights = new Map<string, Weight>();
/** What each page names, with the cookie that the page was asked with. */
const named = new Map<string, string>();
const visits = new Map<string, SlowVisit>();
const visited = new Set(routes.map(({ pattern }) => pattern).filter((_pattern, place) => meets(place, 0, 6)));
let agent = "";

/** Visits spend their time waiting for the slow line, so that several go on side by side. */
const visitsAtOnce = 8;

beforeAll(async () => {
  agent = await signIn(origin);
  const pages = await openPages({ origin, dataDir: inject("dataDir") });
  for (const { pattern, url, cookie } of pages) {
    const weight = await weigh(url, cookie);
    weights.set(pattern, weight);
    for (const address of weight.named) named.set(address, cookie);
  }
  const browser = await chromium.connect(inject("browserEndpoint"));
  // What a page asks for is told by its weight already; that a browser asks for no more is seen on some of each kind.
  const waiting = pages.filter((page) => visited.has(page.pattern));
  const visitNext = async (): Promise<void> => {
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop())
      visits.set(page.pattern, await visit(browser, page));
  };
  await Promise.all(Array.from({ length: visitsAtOnce }, visitNext));
  await browser.close();
}, 180_000);

async function visit(browser: Browser, { url, cookie }: OpenPage): Promise<SlowVisit> {
  const context = await browser.newContext();
  try {
    await context.addCookies(cookiesOf(cookie, origin));
    return await visitSlowly(context, url, async () => null);
  } finally {
    await context.close();
  }
}

test("the route map has pages of both kinds", () => {
  expect(new Set(routes.map(({ kind }) => kind))).toEqual(new Set(["script-free", "agent"]));
});

describe.each(routes)("$pattern", ({ pattern, kind }) => {
  test("weighs no more than its budget on a first visit", () => {
    const weight = weights.get(pattern);
    expect(weight?.status).toBe(200);
    expect(weight?.documentBytes).toBeLessThanOrEqual(budgets[kind].document);
    expect(weight?.inlineScriptBytes).toBeLessThanOrEqual(budgets[kind].script);
    expect(weight?.linkedScriptBytes).toBe(0);
  });

  test.runIf(visited.has(pattern))("asks for one document and nothing else over a slow line", () => {
    expect(visits.get(pattern)?.requests).toHaveLength(1);
    expect(visits.get(pattern)?.failures).toEqual([]);
  });
});

test("no page names a file that is not there", async () => {
  expect(named.size).toBeGreaterThan(3);
  for (const [address, cookie] of [...named, [`${origin}/favicon.ico`, agent]] as const) {
    const { status } = await get(address, { cookie });
    expect(`${status} ${address}`).toBe(`200 ${address}`);
  }
});

test.each(hydratingPages)(
  "$path hydrating loads at most $most bytes of scripts, all there, compressed and kept for good",
  async ({ path, most }) => {
    const { linked, linkedScriptBytes } = await weigh(`${origin}${path}`, `${agent}; ${scriptsCookie}=full`);
    expect(linkedScriptBytes).toBeGreaterThan(50_000);
    expect(linkedScriptBytes).toBeLessThanOrEqual(most);
    for (const address of linked) {
      const { status, headers } = await get(address, { "accept-encoding": "br" });
      expect(`${status} ${address}`).toBe(`200 ${address}`);
      // What fits into a line grows by compressing.
      if (Number(headers["content-length"]) > 150) expect(headers["content-encoding"]).toBe("br");
      expect(headers["cache-control"]).toContain("immutable");
    }
  },
);

test("browsers get zod/mini alone: no script defines the types of classic zod", () => {
  const scripts = globSync("build/client/assets/*.js").map((file) => readFileSync(file, "utf8"));
  expect(scripts.some((script) => /["'`]ZodMiniString["'`]/.test(script))).toBe(true);
  expect(scripts.filter((script) => /["'`]ZodString["'`]/.test(script))).toEqual([]);
});

test("an unchanged page asked for again is a 304 of at most 300 bytes with four headers", async () => {
  const headers = { cookie: agent, accept: "text/html", "accept-encoding": "gzip, deflate, br" };
  const first = await get(`${origin}/clients/`, headers);
  const again = await get(`${origin}/clients/`, { ...headers, "if-none-match": first.headers.etag ?? "" });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
  expect(again.headerBytes).toBeLessThanOrEqual(300);
  const connection = new Set(["connection", "keep-alive"]);
  const names = Object.keys(again.headers).filter((name) => !connection.has(name));
  expect(names.toSorted()).toEqual(["cache-control", "date", "etag", "vary"]);
});

test("the tag covers what the page shows: another search is another answer", async () => {
  const headers = { cookie: agent, accept: "text/html", "accept-encoding": "br" };
  const first = await get(`${origin}/clients/`, headers);
  const other = await get(`${origin}/clients/?q=nobody`, { ...headers, "if-none-match": first.headers.etag ?? "" });
  expect(other.status).toBe(200);
});
