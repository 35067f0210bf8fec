import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { budgets } from "../../bench/figures/page-weight.ts";
import { visitSlowly } from "../../bench/measure/browser.ts";
import { get } from "../../bench/measure/exchange.ts";
import { type OpenPage, openPages, pageRoutes } from "../../bench/measure/pages.ts";
import { cookiesOf, scriptsCookie, signIn } from "../../bench/measure/product.ts";
import { weigh } from "../../bench/measure/weight.ts";

const origin = inject("origin");
const routes = await pageRoutes();
let pages: readonly OpenPage[] = [];
let agent = "";
let browser: Browser;

beforeAll(async () => {
  pages = await openPages(origin);
  agent = await signIn(origin);
  browser = await chromium.connect(inject("browserEndpoint"));
});
afterAll(() => browser.close());

function pageAt(pattern: string): OpenPage {
  const page = pages.find((candidate) => candidate.pattern === pattern);
  if (page === undefined) throw new Error(`${pattern} was not opened`);
  return page;
}

test("the route map has pages of both kinds", () => {
  expect(new Set(routes.map(({ kind }) => kind))).toEqual(new Set(["script-free", "agent"]));
});

describe.each(routes)("$pattern", ({ pattern, kind }) => {
  test("weighs no more than its budget on a first visit, in one request", async () => {
    const { url, cookie } = pageAt(pattern);
    const weight = await weigh(url, cookie);
    expect(weight.status).toBe(200);
    expect(weight.documentBytes).toBeLessThanOrEqual(budgets[kind].document);
    expect(weight.inlineScriptBytes).toBeLessThanOrEqual(budgets[kind].script);
    expect(weight.linked).toEqual([]);
  });

  test("names nothing that is missing", async () => {
    const { url, cookie } = pageAt(pattern);
    const { named } = await weigh(url, cookie);
    for (const address of [...named, `${origin}/favicon.ico`]) {
      const { status } = await get(address, { cookie });
      expect(`${status} ${address}`).toBe(`200 ${address}`);
    }
  });

  test("asks for one document and nothing else over a slow line", async () => {
    const { url, cookie } = pageAt(pattern);
    const context = await browser.newContext();
    try {
      await context.addCookies(cookiesOf(cookie, origin));
      const visit = await visitSlowly(context, url);
      expect(visit.requests).toEqual([url]);
      expect(visit.failures).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

test("the hydrating list loads at most 110 kB of scripts, all of them there", async () => {
  const cookie = `${agent}; ${scriptsCookie}=full`;
  const weight = await weigh(`${origin}/clients/`, cookie);
  expect(weight.linkedScriptBytes).toBeGreaterThan(50_000);
  expect(weight.linkedScriptBytes).toBeLessThanOrEqual(budgets.hydratingList.script);
  for (const address of weight.linked) {
    const { status, headers } = await get(address, { "accept-encoding": "br" });
    expect(`${status} ${address}`).toBe(`200 ${address}`);
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["cache-control"]).toContain("immutable");
  }
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
  const other = await get(`${origin}/clients/?search=zzz`, { ...headers, "if-none-match": first.headers.etag ?? "" });
  expect(other.status).toBe(200);
});
