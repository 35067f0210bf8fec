/** Links on a line of 300 ms: from the click on one that the pointer rests on to a page that can be read, and what that costs the service. */
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "playwright";
import { closeServer, freePort, listenLocally } from "#tests/support/listening.ts";
import { openBrowser } from "../measure/browser.ts";
import type { Conditions, Measurement } from "../measure/figure.ts";
import { cookiesOf, type Product, startProduct } from "../measure/product.ts";
import { median } from "../measure/statistics.ts";

export const name = "opened-ahead";
export const title =
  "A day's links on a line of 300 ms a round trip, each clicked after the pointer rested on it for 700 ms";

const oneWayMs = 150;
const restMs = 700;
/** After this a browser fetches what the pointer rests on, also where it goes on then. */
const passingMs = 300;
const goals = { milliseconds: 100, calls: 1.3 };

const id = "[0-9a-f-]{36}";
/** What is clicked one after the other, from the dashboard on, by the address; and beside some, what the pointer rests on in passing. */
const day: readonly { readonly link: string; readonly passing?: string }[] = [
  { link: "/clients" },
  { link: `/clients/${id}` },
  { link: "/packages", passing: "/tasks" },
  { link: `/packages/${id}` },
  { link: "/opportunities" },
  { link: `/opportunities/${id}`, passing: "/dashboard" },
  { link: "/tasks" },
  { link: "/calendar" },
  { link: "/documents" },
  { link: "/messages", passing: "/clients" },
  { link: `/messages/${id}` },
  { link: "/dashboard" },
];

const ways = [
  { what: "scripts off", scripts: "off", isAhead: false },
  { what: "scripts off, fetched ahead", scripts: "off", isAhead: true },
  { what: "scripts on, pages that do not hydrate", scripts: "lite", isAhead: false },
  { what: "scripts on, pages that do not hydrate, fetched ahead", scripts: "lite", isAhead: true },
  { what: "scripts on, pages that hydrate", scripts: "full", isAhead: true },
] as const;
type Way = (typeof ways)[number];

interface Walk {
  /** Of each click, in the order of the day (milliseconds). */
  readonly times: readonly number[];
  /** Of the service. */
  readonly calls: number;
}

const metricsToken = "0123456789abcdef0123456789abcdef";

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const port = await freePort();
  const line = await openLine(port);
  const product = await startProduct({ PORT: `${port}`, PUBLIC_ORIGIN: line.origin, METRICS_TOKEN: metricsToken });
  const browser = await openBrowser();
  try {
    const walks = new Map<Way, Walk[]>(ways.map((way) => [way, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways) {
        say(`opened ahead: round ${round + 1} of ${rounds}, ${way.what}`);
        line.hidesRules(!way.isAhead);
        walks.get(way)?.push(await walkThrough(browser, product, port, way));
      }
    const [before, after] = ways.map((way) => (walks.get(way) ?? []).map(({ calls }) => calls));
    return [
      ...[...walks].map(([{ what, isAhead }, all]) => ({
        what: `click to readable: ${what}`,
        unit: "ms",
        values: all.flatMap(({ times }) => times),
        ...(isAhead && { goal: { atMost: goals.milliseconds } }),
        note: pageByPage(all),
      })),
      {
        what: "calls of the service over the day, fetched ahead",
        unit: "× without",
        values: (after ?? []).map((calls) => calls / median(before ?? [])),
        goal: { atMost: goals.calls },
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await line.close();
  }
}

function pageByPage(walks: readonly Walk[]): string {
  const medians = day.map(({ link }, place) => {
    const page = link.replace(id, ":id");
    return `${page} ${Math.round(median(walks.map(({ times }) => times[place] ?? Number.NaN)))}`;
  });
  return medians.join(", ");
}

async function walkThrough(browser: Browser, { origin, scriptFree }: Product, port: number, way: Way): Promise<Walk> {
  const context = await browser.newContext({
    javaScriptEnabled: way.scripts !== "off",
    viewport: { width: 1280, height: 900 },
  });
  try {
    await context.addCookies(cookiesOf(scriptFree.cookie ?? "", origin));
    if (way.scripts !== "off") await context.addCookies(cookiesOf(`lk_pin=${way.scripts}`, origin));
    const page = await context.newPage();
    await page.goto(`${origin}/dashboard`, { waitUntil: "networkidle" });
    const before = await countCalls(port);
    const times: number[] = [];
    for (const { link, passing } of day) {
      if (passing !== undefined) {
        await pointAt(page, passing);
        await wait(passingMs);
      }
      times.push(await follow(page, link, way));
    }
    return { times, calls: (await countCalls(port)) - before };
  } finally {
    await context.close();
  }
}

/** Moves the pointer onto the first link with an address like this. */
async function pointAt(page: Page, address: string): Promise<void> {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const like = /^${address.replaceAll("/", "\\/")}\\/?$/;
    const links = [...document.querySelectorAll("a[href]")].filter((link) => like.test(link.pathname) && !link.target);
    const link = links.find((link) => link.checkVisibility() && link.getBoundingClientRect().width > 4);
    if (link === undefined) throw new Error(location.pathname + " has no link like " + like);
    link.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, height } = link.getClientRects()[0];
    return { x: left + 3, y: top + height / 2 };
  })()`);
  await page.mouse.move(x, y, { steps: 4 });
}

/** Gives the time from the click to the first paint of the page's own words, in ms. */
async function follow(page: Page, address: string, { scripts }: Way): Promise<number> {
  await pointAt(page, address);
  await wait(restMs);
  await page.evaluate("document.documentElement.dataset.left = ''");
  if (scripts === "full") await page.evaluate(noteHeading);
  const clicked = Date.now();
  await page.mouse.down();
  await page.mouse.up();
  for (;;) {
    const readable = await page.evaluate<number | null>(scripts === "full" ? readHeading : readPaint).catch(() => null);
    if (readable === null) await wait(10);
    else return readable - clicked;
  }
}

/** When the first text of a new document was painted. */
const readPaint = `(() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return paint === undefined || "left" in document.documentElement.dataset ? null : performance.timeOrigin + paint.startTime;
})()`;

/** Waits in the page for the next one's heading and a frame that shows it. */
const noteHeading = `(() => {
  const heading = document.querySelector("h1");
  const { pathname } = location;
  const look = () => {
    const now = document.querySelector("h1");
    const isNew = location.pathname !== pathname && now !== null && (now !== heading || now.textContent !== heading.words);
    if (isNew) window.readable = performance.timeOrigin + performance.now();
    else requestAnimationFrame(look);
  };
  window.readable = null;
  if (heading !== null) heading.words = heading.textContent;
  requestAnimationFrame(look);
})()`;
const readHeading = `window.readable ?? (${readPaint})`;

async function countCalls(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const counted = (await answer.text()).matchAll(/^latchkey_service_calls_total\{.*\} (\d+)$/gm);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A line on which everything takes its time each way, and on which pages can be made to name no rules. */
async function openLine(port: number) {
  let isHiding = false;
  const carry = (from: Socket, to: Socket, change: (data: Buffer) => Buffer) => {
    from.setNoDelay(true);
    from.on("data", (data) => void wait(oneWayMs).then(() => to.write(change(data))));
    from.on("close", () => void wait(oneWayMs).then(() => to.destroy()));
    from.on("error", () => {});
  };
  const listener = createServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1");
    carry(incoming, outgoing, (data) => data);
    carry(outgoing, incoming, (data) => (isHiding ? hideRules(data) : data));
  });
  const origin = `http://localhost:${await listenLocally(listener)}`;
  return {
    origin,
    hidesRules(hides: boolean) {
      isHiding = hides;
    },
    close: () => closeServer(listener),
  };
}

/** Gives the header another name of the same length. */
function hideRules(data: Buffer): Buffer {
  const place = data.indexOf("\r\nspeculation-rules: ");
  const found = place === -1 ? data.indexOf("\r\nSpeculation-Rules: ") : place;
  return found === -1 ? data : Buffer.concat([data.subarray(0, found + 2), Buffer.from("x"), data.subarray(found + 3)]);
}
