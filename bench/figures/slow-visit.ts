/** What somebody on a poor mobile line waits for: requests and first paint of a first visit, and of a hydrating page. */
import type { Browser } from "playwright";
import { firstPaint, openBrowser, type SlowVisit, visitSlowly } from "../measure/browser.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { cookiesOf, type Product, startProduct } from "../measure/product.ts";

export const name = "slow-visit";
export const title = "400 kbit/s and 400 ms a request: requests and first paint in Chromium, nothing cached";

const pages = [
  { path: "/login/", kind: "script-free" },
  { path: "/register/account", kind: "script-free" },
  { path: "/dashboard", kind: "agent" },
  { path: "/clients/", kind: "agent" },
  { path: "/packages/", kind: "agent" },
  { path: "/clients/new", kind: "agent" },
  { path: "/settings/general", kind: "agent" },
] as const;
const paintGoals = { "script-free": 600, agent: 700 };

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    say(`slow visit: ${rounds} rounds of ${pages.length} pages`);
    const visits = pages.map((page) => ({
      ...page,
      series: new Series(() => firstVisit(browser, product, page)),
    }));
    await alternate(
      rounds,
      visits.map(({ series }) => series),
    );
    return visits.flatMap(({ path, kind, series }) => [
      {
        what: path,
        unit: "requests",
        values: series.results.map((visit) => visit.requests.length),
        goal: { atMost: 1 },
        floor: { atMost: 1 },
        ...noteOn(series.results),
      },
      {
        what: path,
        unit: "ms to first paint",
        values: series.results.map((visit) => visit.found),
        goal: { atMost: paintGoals[kind] },
      },
    ]);
  } finally {
    await browser.close();
    await product.stop();
  }
}

function noteOn(visits: readonly SlowVisit[]): { note?: string } {
  const failures = new Set(visits.flatMap((visit) => visit.failures));
  return failures.size === 0 ? {} : { note: [...failures].join(", ") };
}

async function firstVisit(browser: Browser, product: Product, page: (typeof pages)[number]) {
  const context = await browser.newContext();
  try {
    if (page.kind === "agent") await context.addCookies(cookiesOf(product.scriptFree.cookie ?? "", product.origin));
    return await visitSlowly(context, product.origin + page.path, firstPaint);
  } finally {
    await context.close();
  }
}
