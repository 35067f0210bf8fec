import { globSync, readFileSync } from "node:fs";
import { chromium } from "playwright";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod/mini";
import { budgets, documentBudget, hydratingPages, laterBudget } from "../../bench/figures/page-weight.ts";
import { visitSlowly } from "../../bench/measure/browser.ts";
import { get } from "../../bench/measure/exchange.ts";
import { openPages, pageRoutes } from "../../bench/measure/pages.ts";
import { cookiesOf, scriptsCookie, signIn } from "../../bench/measure/product.ts";
import { type Weight, weigh } from "../../bench/measure/weight.ts";
import { isDictionary } from "../support/dictionaries.ts";
import { openStoredRows } from "../support/stored-rows.ts";

const origin = inject("origin");
const routes = await pageRoutes();
const weights = new Map<string, Weight>();
/** What each page names, with the cookie that the page was asked with. */
const named = new Map<string, string>();
let agent = "";

beforeAll(async () => {
  agent = await signIn(origin);
  for (const { pattern, url, cookie } of await openPages({ origin, whereData: inject("whereData") })) {
    const weight = await weigh(url, cookie);
    weights.set(pattern, weight);
    for (const address of weight.named) named.set(address, cookie);
  }
}, 180_000);

test("the route map has pages of both kinds", () => {
  expect(new Set(routes.map(({ kind }) => kind))).toEqual(new Set(["script-free", "agent"]));
});

describe.each(routes)("$pattern", ({ pattern, kind }) => {
  test("weighs no more than its budget on a first visit", () => {
    const weight = weights.get(pattern);
    expect(weight?.status).toBe(200);
    expect(weight?.documentBytes).toBeLessThanOrEqual(documentBudget({ pattern, kind }));
    expect(weight?.inlineScriptBytes).toBeLessThanOrEqual(budgets[kind].script);
    expect(weight?.linked, "asked for besides the document").toEqual([]);
  });

  test("weighs no more than its budget later, to a browser that has the dictionary", () => {
    expect(weights.get(pattern)?.laterBytes).toBeLessThanOrEqual(laterBudget({ pattern, kind }));
  });
});

test("over a slow line a browser asks for the document and nothing else", async () => {
  const browser = await chromium.connect(inject("browserEndpoint"));
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  await context.addCookies(cookiesOf(agent, origin));
  const { requests, failures } = await visitSlowly(context, `${origin}/clients/`, async () => null);
  expect([...requests, ...failures]).toEqual([`${origin}/clients/`]);
});

test("a dictionary holds no name, no address and no id of anybody", async () => {
  const stored = openStoredRows(inject("databaseUrl"));
  const rows = z.array(z.object({ name: z.string() })).parse(
    await stored.query(`SELECT DISTINCT name FROM (
      SELECT name FROM upstream.clients UNION ALL SELECT concat(first_name, ' ', last_name) FROM upstream.accounts
      UNION ALL SELECT name FROM upstream.workspaces UNION ALL SELECT street FROM upstream.packages) AS named (name)
      WHERE length(name) > 3`),
  );
  await stored.close();
  expect(rows.length).toBeGreaterThan(100);
  const texts = globSync("build/dictionaries/*.txt").map((file) => readFileSync(file, "utf8"));
  expect(texts).toHaveLength(2);
  for (const text of texts) {
    // The sheet's own words are nobody's.
    const html = text.replace(/<style>[^<]*/, "");
    expect(rows.filter(({ name }) => html.includes(name))).toEqual([]);
    expect(html).not.toMatch(/@[\w-]+\.\w|[\da-f]{8}-[\da-f]{4}|[\w-]{32}|\b20[1-9]\d\b/);
  }
});

test.each([true, false])("a second page is read with the dictionary, with scripts: %s", async (javaScriptEnabled) => {
  const browser = await chromium.connect(inject("browserEndpoint"));
  const context = await browser.newContext({ javaScriptEnabled });
  onTestFinished(() => browser.close());
  const page = await context.newPage();
  const order: string[] = [];
  page.on("load", () => order.push("load"));
  page.on("request", (request) => isDictionary(request.url()) && order.push("dictionary"));
  // The browser fetches it when it has nothing else to do, and on a busy machine sometimes with the next page only.
  const open = async () => {
    order.length = 0;
    const fetched = page
      .waitForResponse((response) => isDictionary(response.url()), { timeout: 15_000 })
      .catch(() => null);
    await page.goto(`${origin}/login/`);
    return (await fetched)?.finished() ?? "not fetched";
  };
  await expect.poll(open, { timeout: 80_000 }).toBeNull();
  expect(order).toEqual(["load", "dictionary"]);
  // The browser takes it into use a moment after it has come.
  const openNext = async () => (await page.goto(`${origin}/password/forgotten`))?.allHeaders();
  await expect.poll(async () => (await openNext())?.["content-encoding"]).toBe("dcz");
  await page.getByRole("button", { name: "Send email" }).waitFor();
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
    for (const address of linked.filter((path) => path.endsWith(".js"))) {
      const { status, headers } = await get(address, { "accept-encoding": "br" });
      expect(`${status} ${address}`).toBe(`200 ${address}`);
      // What fits into a line grows by compressing.
      if (Number(headers["content-length"]) > 150) expect(headers["content-encoding"], address).toBe("br");
      expect(headers["cache-control"]).toContain("immutable");
    }
  },
);

test("of the scripts that the build makes at most one is empty", () => {
  const scripts = globSync("build/client/assets/*.js").map((file) => readFileSync(file, "utf8"));
  expect(scripts.length).toBeGreaterThan(100);
  expect(scripts.filter((script) => script === "").length).toBeLessThanOrEqual(1);
});

test("browsers get zod/mini alone: no script defines the types of classic zod", () => {
  const scripts = globSync("build/client/assets/*.js").map((file) => readFileSync(file, "utf8"));
  expect(scripts.some((script) => /["'`]ZodMiniString["'`]/.test(script))).toBe(true);
  expect(scripts.filter((script) => /["'`]ZodString["'`]/.test(script))).toEqual([]);
});

test("scripts of the server are in ASCII: one letter beyond it doubles the memory that a whole file takes", () => {
  const scripts = globSync("build/server/**/*.js");
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((path) => /[^\0-\x7f]/.test(readFileSync(path, "utf8")))).toEqual([]);
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
  const headers = { cookie: agent, accept: "text/html", "accept-encoding": "gzip" };
  const first = await get(`${origin}/clients/`, headers);
  const other = await get(`${origin}/clients/?q=nobody`, { ...headers, "if-none-match": first.headers.etag ?? "" });
  expect(other.status).toBe(200);
});
