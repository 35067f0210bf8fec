/** What a buyer waits for on a poor mobile line: bytes, requests and first paint of pages for clients. */
import { type ClientPage, openClientPages } from "#tests/support/open-client-pages.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { firstPaint, openBrowser, visitSlowly } from "../measure/browser.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { cookieHeader, cookiesOf, enter, startProduct } from "../measure/product.ts";
import { weigh } from "../measure/weight.ts";
import { budgets, laterClientPage } from "./page-weight.ts";

export const name = "client-pages";
export const title =
  "Pages for clients: bytes of each; requests and first paint in Chromium at 400 kbit/s and 400 ms a request, nothing cached";

/** Those that clients see first and most. */
const slowPages: readonly string[] = [
  "/client-portal",
  "/client-portal/dashboard",
  "/client-portal/dashboard/properties/:packageId",
  "/client-portal/dashboard/documents",
  "/client-portal/dashboard/messages",
  "/shared/:token/view",
];

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const product = await startProduct();
  const agent = new Visitor(product.origin);
  const browser = await openBrowser();
  try {
    await enter(agent);
    const pages = await openClientPages(agent, "evergreen");
    const weights: Measurement[] = [];
    for (const page of pages) weights.push(...(await weightOf(page)));
    say(`pages for clients: ${rounds} rounds of ${slowPages.length} pages`);
    const visits = pages
      .filter(({ pattern }) => slowPages.includes(pattern))
      .map((page) => ({ page, series: new Series(() => visit(page)) }));
    await alternate(
      rounds,
      visits.map(({ series }) => series),
    );
    const paints = visits.flatMap(({ page: { pattern }, series: { results } }) => [
      { what: pattern, unit: "requests", values: results.map(({ requests }) => requests.length), ...exactly(1) },
      { what: pattern, unit: "ms to first paint", values: results.map(({ found }) => found), goal: { atMost: 600 } },
    ]);
    return [...weights, ...paints];
  } finally {
    await agent.close();
    await browser.close();
    await product.stop();
  }

  async function visit({ url, cookies }: ClientPage) {
    const context = await browser.newContext();
    try {
      await context.addCookies(cookiesOf(cookieHeader({ cookies }), product.origin));
      return await visitSlowly(context, url, firstPaint);
    } finally {
      await context.close();
    }
  }
}

const exactly = (atMost: number) => ({ goal: { atMost }, floor: { atMost } });

async function weightOf({ pattern, url, cookies }: ClientPage): Promise<Measurement[]> {
  const { documentBytes, laterBytes, inlineScriptBytes, linkedScriptBytes } = await weigh(
    url,
    cookieHeader({ cookies }),
  );
  const { document, script } = budgets["script-free"];
  return [
    { what: pattern, unit: "bytes", values: [documentBytes], ...exactly(document) },
    { what: `${pattern}, later`, unit: "bytes", values: [laterBytes], ...exactly(laterClientPage) },
    { what: `${pattern}, scripts`, unit: "bytes", values: [inlineScriptBytes + linkedScriptBytes], ...exactly(script) },
  ];
}
