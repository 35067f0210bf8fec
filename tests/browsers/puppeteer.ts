/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
import { type ElementHandle, launch, type Page } from "puppeteer-core";
import { chromiumArguments, ensureChromium } from "#tests/support/chromium.ts";
import { ensureFirefox } from "#tests/support/firefox.ts";
import { type BrowserPage, type Engine, type OpenedBrowser, windowSize } from "./browser-page.ts";

type Launching = Parameters<typeof launch>[0];

export const chromium: Engine = {
  name: "Chromium",
  open: async () =>
    openBrowser({ browser: "chrome", executablePath: await ensureChromium(), args: [...chromiumArguments] }),
};

/** With it Firefox forgets the pages that it kept in memory when `Clear-Site-Data` says so. Firefox has it, switched off. */
const forgetful = "privacy.clearSiteDataHeader.cache.bfcache.enabled";

export const firefox: Engine = {
  name: "Firefox",
  open: async () =>
    openBrowser({ browser: "firefox", executablePath: ensureFirefox(), extraPrefsFirefox: { [forgetful]: true } }),
};

async function openBrowser(launching: Launching): Promise<OpenedBrowser> {
  const browser = await launch({ ...launching, defaultViewport: windowSize });
  const version = (await browser.version()).replace("/", " ");
  return { page: drive(await browser.newPage()), version, close: () => browser.close() };
}

function drive(page: Page): BrowserPage {
  const complaints = listen(page);
  return {
    open: async (address) => void (await page.goto(address)),
    // Firefox tells nothing of a page that it kept.
    back: () => page.evaluate("setTimeout(() => history.back())").then(() => {}),
    read: (expression) => page.evaluate(expression),
    hover: async (element) => (await find(page, element)).hover(),
    click: async (element) => (await find(page, element)).click(),
    type: async (element, text) => (await find(page, element)).type(text),
    press: async (element, key) => (await find(page, element)).press(key),
    async chooseFile(element, path) {
      const input = await (await find(page, element)).toElement("input");
      await input.uploadFile(path);
    },
    complaints: async () => complaints,
  };
}

async function find(page: Page, element: string): Promise<ElementHandle<Element>> {
  const found = (await page.evaluateHandle(element)).asElement();
  if (!isElement(found)) throw new Error(`${page.url()} has no ${element}`);
  return found;
}

/** The walk names elements only, no other nodes. */
const isElement = (found: ElementHandle<Node> | null): found is ElementHandle<Element> => found !== null;

function listen(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}
