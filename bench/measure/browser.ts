/** Chromium behind a slow line, and what it saw of a page. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { chromiumArguments, ensureChromium } from "#tests/support/chromium.ts";

/** A poor mobile line: 400 kbit/s either way and 400 ms for each request. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

export interface SlowVisit {
  /** From the start of the navigation to the first text or picture on the screen, in ms. */
  firstPaintMs: number;
  /** Every request that the page caused, pictures left out. */
  requests: string[];
  /** Answers other than 200 and 304, as "status url". */
  failures: string[];
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
}

/**
 * Opens a page over the slow line.
 * Takes a context whose cookies and cache the visit uses; waits until the line has been quiet for half a second.
 */
export async function visitSlowly(context: BrowserContext, url: string): Promise<SlowVisit> {
  const page = await context.newPage();
  try {
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", slowLine);
    const requests: string[] = [];
    const failures: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() !== "image") requests.push(request.url());
    });
    page.on("response", (response) => {
      if (![200, 304].includes(response.status())) failures.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    return { firstPaintMs: await firstPaint(page), requests, failures };
  } finally {
    await page.close();
  }
}

async function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    if (paint === undefined) throw new Error("The page painted nothing.");
    return paint.startTime;
  });
}
