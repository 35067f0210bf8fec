/** Chromium behind a slow line, and what it saw of a page. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { chromiumArguments, ensureChromium } from "#tests/support/chromium.ts";
import { isForLater } from "#tests/support/dictionaries.ts";

/** A poor mobile line: 400 kbit/s either way and 400 ms for each request. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

export interface SlowVisit {
  /** Every request that the page caused; pictures, the tab's icon and dictionaries left out: nobody waits for those. */
  requests: string[];
  /** Answers other than 200 and 304, as "status url". */
  failures: string[];
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
}

/** Puts a page behind the slow line. */
export async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", slowLine);
}

/**
 * Opens a page over the slow line and waits until the line has been quiet for half a second.
 * Takes a context whose cookies and cache the visit uses, and what to find out before the page is closed.
 */
export async function visitSlowly<Finding>(
  context: BrowserContext,
  url: string,
  find: (page: Page) => Promise<Finding>,
): Promise<SlowVisit & { found: Finding }> {
  const page = await context.newPage();
  try {
    await slowDown(page);
    const requests: string[] = [];
    const failures: string[] = [];
    page.on("request", (request) => {
      const isLeftOut = /\/favicon\.\w+$/.test(request.url()) || isForLater(request.url());
      if (request.resourceType() !== "image" && !isLeftOut) requests.push(request.url());
    });
    page.on("response", (response) => {
      if (![200, 304].includes(response.status())) failures.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    return { requests, failures, found: await find(page) };
  } finally {
    await page.close();
  }
}

/** From the start of the navigation to the first text or picture on the screen, in ms. */
export async function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const paint = list.getEntriesByName("first-contentful-paint")[0];
          if (paint !== undefined) resolve(paint.startTime);
        });
        observer.observe({ type: "paint", buffered: true });
      }),
  );
}
