import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { languages } from "#app/client-pages/texts/languages.ts";
import { budgets } from "../../bench/figures/page-weight.ts";
import { get } from "../../bench/measure/exchange.ts";
import { cookieHeader, enter } from "../../bench/measure/product.ts";
import { weigh } from "../../bench/measure/weight.ts";
import { findViolations } from "../support/browser.ts";
import { findCutParts } from "../support/browser-layout.ts";
import { clientPages, viewPages } from "../support/client-page-list.ts";
import { findLynx } from "../support/lynx.ts";
import { type ClientPage, openClientPages } from "../support/open-client-pages.ts";
import { faultsInLynx } from "../support/text-page.ts";
import { Visitor } from "../support/visitor.ts";

// Every page for clients, as Chromium shows it to somebody for whom each has something to show, in both languages.

const origin = inject("origin");
/** Staff read English, whatever their browsers ask for. */
const languagesOf = (pattern: string) => (pattern.startsWith("/portal-view/") ? (["es"] as const) : languages);
const patterns = [...(await clientPages()), ...(await viewPages())].map(({ pattern }) => pattern);
const agent = new Visitor(origin);
const pages = new Map<string, ClientPage>();
let browser: Browser;

beforeAll(async () => {
  await enter(agent);
  for (const page of await openClientPages(agent, "evergreen")) pages.set(page.pattern, page);
  browser = await chromium.connect(inject("browserEndpoint"));
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await agent.close();
});

const clientPage = (pattern: string): ClientPage => {
  const page = pages.get(pattern);
  if (page === undefined) throw new Error(`${pattern} was not opened`);
  return page;
};

/** The locale of a browser whose user reads a language. */
const locales = { en: "en-US", es: "es-MX" };

interface Look {
  readonly page: Page;
  /** What was asked for, by its kind, the page's own pictures left out. */
  readonly requests: readonly string[];
  /** What the page wrote to the console as an error, with refusals by its policy. */
  readonly complaints: readonly string[];
}

/** Opens a page in a new browser, has a look at it and closes it. */
async function lookAt({ url, cookies }: ClientPage, locale: string, look: (opened: Look) => Promise<void>) {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  try {
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => {
      const isOwnPicture = request.resourceType() === "image" && request.url().startsWith(origin);
      if (!isOwnPicture) requests.push(`${request.resourceType()} ${request.url()}`);
    });
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("response", (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    const answer = await page.goto(url, { waitUntil: "load" });
    expect(answer?.status()).toBe(200);
    await look({ page, requests, complaints });
  } finally {
    await context.close();
  }
}

/** What on paper is of no use. */
const forScreens = "nav, button, .btn";

describe.each(patterns)("%s", (pattern) => {
  test("has no script, and weighs at most 8 kB", async () => {
    const { url, cookies } = clientPage(pattern);
    const { documentBytes, inlineScriptBytes, linkedScriptBytes } = await weigh(url, cookieHeader({ cookies }));
    expect(inlineScriptBytes + linkedScriptBytes).toBe(0);
    expect(documentBytes).toBeLessThanOrEqual(budgets["script-free"].document);
  });

  test.each(languagesOf(pattern))(
    "is sound in %s: one request, light and dark, narrow, enlarged and on paper",
    async (language) => {
      const client = clientPage(pattern);
      await lookAt(client, locales[language], async ({ page, requests, complaints }) => {
        expect(requests).toEqual([`document ${client.url}`]);
        const shown = pattern.startsWith("/portal-view/") ? "en" : language;
        expect(await page.locator("html").getAttribute("lang")).toBe(shown);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await findViolations(page), colorScheme).toEqual([]);
        }
        for (const width of [1280, 640, 320]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await findCutParts(page), `${width} px wide`).toEqual([]);
        }
        await page.setViewportSize({ width: 1280, height: 900 });
        const line = await page.context().newCDPSession(page);
        await line.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
        expect(await findCutParts(page), "with letters of twice the size").toEqual([]);
        await line.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
        await page.setViewportSize({ width: 718, height: 1000 });
        await page.emulateMedia({ media: "print", colorScheme: "light" });
        expect(await page.locator(forScreens).filter({ visible: true }).allTextContents(), "on paper").toEqual([]);
        expect(await findCutParts(page), "on paper").toEqual([]);
        expect(complaints).toEqual([]);
      });
    },
  );
});

test.for([
  "/client-portal",
  "/client-portal/contact",
  "/client-portal/login",
  "/client-portal/dashboard",
  "/client-portal/dashboard/properties/:packageId",
  "/client-portal/dashboard/documents",
  "/client-portal/dashboard/me",
  "/shared/:token/view",
])("%s makes sense in a text browser", async (pattern, { skip }) => {
  const lynx = findLynx();
  if (lynx === undefined) return skip("There is no lynx here, and none could be installed.");
  const { url, cookies } = clientPage(pattern);
  const { body } = await get(url, { cookie: cookieHeader({ cookies }), "accept-encoding": "identity" });
  expect(faultsInLynx(lynx, body.toString())).toEqual([]);
});
