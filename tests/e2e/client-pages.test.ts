import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Language, languages } from "#app/client-pages/texts/languages.ts";
import { budgets, laterClientPage, scriptBudget } from "../../bench/figures/page-weight.ts";
import { get } from "../../bench/measure/exchange.ts";
import { cookieHeader, enter } from "../../bench/measure/product.ts";
import { weigh } from "../../bench/measure/weight.ts";
import { findViolations, findWeakContrast } from "../support/browser.ts";
import { findBrokenWords, findCovered, findCutParts, findHidden } from "../support/browser-layout.ts";
import { clientPages, viewPages } from "../support/client-page-list.ts";
import { isForLater } from "../support/dictionaries.ts";
import { findLynx } from "../support/lynx.ts";
import { type ClientPage, openClientPages } from "../support/open-client-pages.ts";
import { faultsInLynx } from "../support/text-page.ts";
import { meets } from "../support/turns.ts";
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

type OpenWindow = Awaited<ReturnType<typeof openWindow>>;
const windows = new Map<Language, OpenWindow>();

/** A window that stays open for all pages in a language: opening one takes as long as all that is looked at in it. */
async function openWindow(locale: string) {
  const context = await browser.newContext({ locale, reducedMotion: "reduce" });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const isOwnPicture = request.resourceType() === "image" && request.url().startsWith(origin);
    if (!isOwnPicture && !isForLater(request.url())) requests.push(`${request.resourceType()} ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return { context, page, line: await context.newCDPSession(page), requests, complaints };
}

/** Opens a page in the window of a language as if it were the first one there. */
async function openIn(language: Language, { url, cookies }: ClientPage): Promise<OpenWindow> {
  const opened = windows.get(language) ?? (await openWindow(locales[language]));
  windows.set(language, opened);
  const { context, page, line, requests, complaints } = opened;
  await page.goto("about:blank");
  await line.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await context.clearCookies();
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
  requests.length = 0;
  complaints.length = 0;
  const answer = await page.goto(url, { waitUntil: "load" });
  expect(answer?.status()).toBe(200);
  return opened;
}

/** What on paper is of no use. */
const forScreens = "nav, button, .btn";

describe.each(patterns.map((pattern, place) => ({ pattern, place })))("$pattern", ({ pattern, place }) => {
  test("has no script but the device's, and weighs at most 8 kB, later 3 kB", async () => {
    const { url, cookies } = clientPage(pattern);
    const weight = await weigh(url, cookieHeader({ cookies }));
    const { documentBytes, laterBytes, inlineScriptBytes, linkedScriptBytes } = weight;
    expect(laterBytes).toBeLessThanOrEqual(laterClientPage);
    expect(inlineScriptBytes + linkedScriptBytes).toBeLessThanOrEqual(scriptBudget({ pattern, kind: "script-free" }));
    expect(documentBytes).toBeLessThanOrEqual(budgets["script-free"].document);
  });

  test.each(languagesOf(pattern))(
    "is sound in %s: one request, light and dark, narrow, enlarged and on paper",
    async (language) => {
      const client = clientPage(pattern);
      const { page, line, requests, complaints } = await openIn(language, client);
      expect(requests).toEqual([`document ${client.url}`]);
      const shown = pattern.startsWith("/portal-view/") ? "en" : language;
      expect(await page.locator("html").getAttribute("lang")).toBe(shown);
      const isFirst = languagesOf(pattern)[0] === language;
      // One component makes a page in both languages: what does not depend on how long words are, a quarter of the pages say.
      const isWhole = isFirst || meets(place, 0, 4);
      if (isWhole) expect(await findViolations(page), "light").toEqual([]);
      // Colors do not depend on the language.
      if (isFirst) {
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await findWeakContrast(page), "dark").toEqual([]);
      }
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findCutParts(page), `${width} px wide`).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 800 });
      if (isWhole) expect([...(await findCovered(page)), ...(await findHidden(page))], "below the places").toEqual([]);
      await line.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
      const enlarged = [...(await findCutParts(page)), ...(await findBrokenWords(page))];
      if (isWhole) enlarged.push(...(await findHidden(page)));
      expect(enlarged, "with letters of twice the size on a phone").toEqual([]);
      await line.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
      await page.setViewportSize({ width: 718, height: 1000 });
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      expect(await page.locator(forScreens).filter({ visible: true }).allTextContents(), "on paper").toEqual([]);
      expect(await findCutParts(page), "on paper").toEqual([]);
      expect(complaints).toEqual([]);
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
