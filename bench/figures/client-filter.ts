/** How long the list of opportunities takes to be narrowed to one of a hundred thousand clients, on a poor mobile line. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator } from "playwright";
import { openBrowser, slowDown } from "../measure/browser.ts";
import { namedClientCrop } from "../measure/crops.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { growList } from "../measure/grown-list.ts";
import { cookiesOf, type Product, startProduct } from "../measure/product.ts";

export const name = "client-filter";
export const title = "Opportunities of one client among many, picked by typing, 400 kbit/s and 400 ms a request";

/** One of the demo's clients, whose deals are listed in the end. */
const wanted = "Tomasz Zielinski";
/** As fast as people type, and all at once. */
const ways = [
  { what: "typed", enter: (field: Locator) => field.pressSequentially(wanted, { delay: 80 }) },
  { what: "pasted", enter: (field: Locator) => field.fill(wanted) },
];

export async function measure({ rounds, searched, say }: Conditions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-filter-"));
  const browser = await openBrowser();
  try {
    await growList(folder, namedClientCrop, searched, say);
    const product = await startProduct({ DATA_DIR: folder });
    say(`client filter: ${rounds} rounds`);
    const series = ways.map(({ what, enter }) => ({ what, times: new Series(() => narrow(browser, product, enter)) }));
    await alternate(
      rounds,
      series.map(({ times }) => times),
    );
    await product.stop();
    return series.flatMap(({ what, times: { results } }) => [
      {
        what: `${what}: from the last letter to the client`,
        unit: "ms",
        values: results.map(({ options }) => options),
      },
      { what: `${what}: from there to the list`, unit: "ms", values: results.map(({ list }) => list) },
      {
        what: `${what}: both`,
        unit: "ms",
        values: results.map(({ options, list }) => options + list),
        goal: { atMost: 1000 },
      },
    ]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Times {
  readonly options: number;
  readonly list: number;
}

async function narrow(browser: Browser, product: Product, enter: (field: Locator) => Promise<void>): Promise<Times> {
  const context = await browser.newContext();
  try {
    await context.addCookies(cookiesOf(product.hydrating.cookie ?? "", product.origin));
    const page = await context.newPage();
    await page.goto(`${product.origin}/opportunities`, { waitUntil: "networkidle" });
    await slowDown(page);
    const field = page.getByRole("combobox", { name: "Filter client" });
    await field.click();
    await page.evaluate(keepMoments, wanted);
    await enter(field);
    await page.locator("[role=option]", { hasText: wanted }).click();
    await page.waitForURL(/[?&]client=[0-9a-f-]{36}/);
    await page.getByText("Showing 1 to").waitFor();
    const { typed = 0, offered = 0, picked = 0, listed = 0 } = await page.evaluate(() => Object(window).moments);
    return { options: Math.max(0, offered - typed), list: listed - picked };
  } finally {
    await context.close();
  }
}

/** In the page: keeps when what happened last, since reports to this process come late. */
function keepMoments(name: string): void {
  const moments: Record<string, number> = {};
  Object.assign(window, { moments });
  const now = (what: string) => () => {
    moments[what] = performance.now();
  };
  document.addEventListener("input", now("typed"), true);
  document.addEventListener("pointerdown", now("picked"), true);
  let shown = "";
  new MutationObserver(() => {
    const options = [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent).join("");
    if (options.includes(name) && moments.offered === undefined) now("offered")();
    const foot = document.querySelector(".foot")?.textContent ?? "";
    if (foot.includes("Showing") && foot !== shown) now("listed")();
    shown = foot;
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}
