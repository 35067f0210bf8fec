/** Pages of the one shared Chromium. They close when their test ends; a failed test leaves a picture and a trace of each. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { expect, inject, onTestFinished, type TestContext } from "vitest";
import { projectRoot } from "#server/project-root.ts";

export interface View {
  /** "off": the browser runs none. "lite" and "full": as if chosen in the account menu. "adaptive": as it comes. */
  scripts: "off" | "lite" | "full" | "adaptive";
  width: 390 | 1280;
  colorScheme?: "light" | "dark";
  /** Of another server than the one that all tests share. */
  origin?: string;
}

export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  /** What the page wrote to the console as an error or threw, and what it fetched in vain. A refused form is no complaint. */
  complaints: string[];
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What it finds wrong and nothing else: what it finds right fills megabytes, and takes as long to gather as the rest. */
const violationsBy = (options: string) => `axe.run({ resultTypes: ["violations"], ${options} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`;
const violations = violationsBy("");

let browser: Promise<Browser> | undefined;

function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.connect(inject("browserEndpoint"));
  return browser;
}

/** Where pictures and traces of failed tests are kept, by the words of the test's name. */
export const tracesFolder = join(projectRoot, "test-results", "traces");

/** Ends a context, and keeps its trace and how its pages looked when the test failed. */
async function closeTraced(context: BrowserContext, { task }: TestContext): Promise<void> {
  if (task.result?.state === "fail") {
    const name = [...task.fullTestName.matchAll(/\w+/g)].join("-").slice(0, 100);
    const start = join(tracesFolder, `${name}-${randomUUID().slice(0, 8)}`);
    for (const [index, page] of context.pages().entries())
      await page.screenshot({ path: `${start}-${index + 1}.png`, timeout: 20_000 }).catch(() => {});
    const path = `${start}.zip`;
    await context.tracing.stop({ path });
    process.stderr.write(`Trace of the failed test: npx playwright show-trace ${path}\n`);
  }
  await context.close();
}

/** Whose cookies a browser has: a visitor's, or those of a page that was opened before. */
type CookieHolder = { readonly cookies: ReadonlyMap<string, string> };

/** Opens a page in a browser profile of its own; with `as`, signed in as that visitor is. Only inside of a test. */
export async function openPage(view: View, as?: CookieHolder): Promise<OpenedPage> {
  const origin = view.origin ?? inject("origin");
  const context = await (await sharedBrowser()).newContext({
    baseURL: origin,
    viewport: { width: view.width, height: view.width === 390 ? 844 : 900 },
    colorScheme: view.colorScheme ?? "light",
    javaScriptEnabled: view.scripts !== "off",
    reducedMotion: "reduce",
  });
  const pin = view.scripts === "lite" || view.scripts === "full" ? [["lk_pin", view.scripts] as const] : [];
  onTestFinished((test) => closeTraced(context, test));
  // Snapshots of each step would be a fifth of what Chromium computes in all tests.
  await context.tracing.start({ snapshots: process.env.TRACE_SNAPSHOTS !== undefined });
  const cookies = [...(as?.cookies ?? []), ...pin].map(([name, value]) => ({ name, value, url: origin }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium's own line about an answer's status; the answers themselves are looked at below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Going on before everything has come is nobody's mistake.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason} ${request.url()}`);
  });
  page.on("response", (response) => {
    const request = response.request();
    if (response.status() < 400 || request.method() !== "GET" || request.isNavigationRequest()) return;
    // A busy server does not answer what is fetched ahead, by the browser or by our scripts: it is asked for again by the click.
    const { purpose, "sec-purpose": ownPurpose = purpose } = request.headers();
    if (response.status() === 503 && ownPurpose?.startsWith("prefetch")) return;
    complaints.push(`${response.status()} ${response.url()}`);
  });
  return { page, context, complaints };
}

/** Tables whose end cannot be reached, or from 768 px on only by scrolling; and filters of which nothing can be read. */
const cutOff = `[
  ...[...document.querySelectorAll("main table")].filter((table) => {
    const sheet = table.parentElement;
    const scrolls = matchMedia("(width < 48em)").matches && /auto|scroll/.test(getComputedStyle(sheet).overflowX);
    return table.offsetWidth > sheet.clientWidth + 1 && !scrolls;
  }).map((table) => "table " + (table.caption?.textContent ?? "")),
  ...[...document.querySelectorAll(".tools > select")].filter(({ offsetWidth }) => offsetWidth > 0 && offsetWidth < 96)
    .map(({ name }) => "select " + name),
]`;

/**
 * Expects that the page does not scroll sideways, that nothing on it is cut off, and that axe finds nothing. Axe is a script: where the browser runs none
 * only the width is looked at, and the same HTML is judged in the "lite" view.
 */
export async function expectSound(page: Page, { scripts }: View): Promise<void> {
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(overflow, `${page.url()} scrolls sideways`).toBe(0);
  expect(await page.evaluate(cutOff), `${page.url()} cuts off`).toEqual([]);
  if (scripts === "off") return;
  expect(await findViolations(page), page.url()).toEqual([]);
}

/** Gives what axe finds wrong with a page, rule by rule, in the colors that it is shown in. */
export async function findViolations(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate<string[]>(violations);
}

/** The same by the one rule that depends on colors, for a page that all others were already applied to. */
export async function findWeakContrast(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate<string[]>(violationsBy('runOnly: ["color-contrast"]'));
}

/** What is pressed and is less than 24 px high or wide, or lies too near to something else (WCAG 2.2): axe leaves it out by itself. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate<string[]>(violationsBy('runOnly: ["target-size"]'));
}

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
}
