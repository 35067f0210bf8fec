import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod/mini";
import { registerAgent } from "#tests/support/agent.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { maya } from "#tests/support/records.ts";
import { createClient } from "#tests/support/seeded-agent.ts";
import type { BrowserPage, Engine } from "./browser-page.ts";
import { reportsPath } from "./policy-reports.ts";
import { chromium, firefox } from "./puppeteer.ts";
import { fill, isAt, labelled, press, pressable, says, signIn, until } from "./steps.ts";
import { webkit } from "./webkit.ts";

// An agent's day in each browser engine as it comes: the first page without the app's scripts, the later ones with them.

const origin = inject("origin");
const folder = mkdtempSync(join(tmpdir(), "latchkey-browsers-"));
const report = join(folder, "Cascade inspection.pdf");
beforeAll(async () => writeFileSync(report, await pdfOf(inspectionReport)));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a content policy refused since the last time. */
async function takeReports(): Promise<readonly string[]> {
  return z.array(z.string()).parse(await (await fetch(origin + reportsPath)).json());
}

/** On a busy machine a document may come slowly by chance, and counts as one of a slow connection. */
async function getScripts(page: BrowserPage): Promise<void> {
  const isRemembered = async () => {
    await page.open(`${origin}/dashboard`);
    return expect.poll(() => page.read("document.cookie"), { timeout: 2000 }).toContain("lk_scripts=full");
  };
  await expect
    .poll(() =>
      isRemembered().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const files = `performance.getEntriesByType("resource").filter(({ name }) => name.includes("/assets/")).length`;
  expect(await page.read(files)).toBeLessThanOrEqual(40);
}

/** Also tells that the page's scripts run. */
async function expectFetchedAhead(page: BrowserPage, words: string): Promise<void> {
  const data = `new URL(${pressable(words)}.href).pathname + ".data"`;
  const isFetched = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith(${data}))`;
  const rest = async () => {
    await page.hover(`document.querySelector("h1")`);
    await page.hover(pressable(words));
    return page.read(isFetched);
  };
  await expect.poll(rest, { interval: 300 }).toBe(true);
}

/** From the list to a client and back, in the same document, with a client invited on the way. */
async function walkClients(page: BrowserPage): Promise<void> {
  await page.open(`${origin}/clients/`);
  await says(page, "Showing 1 to 1 of 1 results");
  await expectFetchedAhead(page, "Maya Okafor");
  await page.read("window.sameDocument = true");
  await press(page, "Invite client");
  await fill(page, "Name", "Daniel Brandt");
  await fill(page, "Email", "daniel@client.example");
  await press(page, "Create client");
  await says(page, "Client created: Daniel Brandt.");
  await press(page, "Maya Okafor");
  await says(page, "Buyer profile");
  expect(await page.read("window.sameDocument")).toBe(true);
}

async function upload(page: BrowserPage): Promise<string> {
  await page.open(`${origin}/packages/new`);
  await fill(page, "Address", "4182 Juniper Ridge Road");
  await fill(page, "City", "Bend");
  await press(page, "Create property");
  await isAt(page, /^\/packages\/[0-9a-f-]{36}$/);
  const property = String(await page.read("location.href"));
  await press(page, "Upload to Inspection reports");
  await isAt(page, /\/uploads\/new$/);
  const field = `document.querySelector("input[type=file]")`;
  await until(page, field);
  await page.chooseFile(field, report);
  await press(page, "Upload");
  await until(page, `!location.pathname.endsWith("/uploads/new")`);
  await says(page, "Cascade inspection");
  return property;
}

async function moveCard(page: BrowserPage): Promise<void> {
  await getScripts(page);
  await page.open(`${origin}/opportunities/board`);
  const grip = `document.querySelector("button[aria-label^='Pick up Maya Okafor']")`;
  await until(page, `Object.keys(${grip} ?? {}).some((key) => key.startsWith("__reactProps"))`);
  await page.press(grip, "Enter");
  await says(page, "picked up.");
  await page.press(grip, "ArrowRight");
  await page.press(grip, "ArrowRight");
  await says(page, "Offer suggested.");
  await page.press(grip, "Enter");
  await says(page, "Stage: Offer suggested.");
}

async function share(page: BrowserPage, property: string): Promise<void> {
  await page.open(`${property}/shares/new`);
  await until(page, labelled("Inspection reports"));
  await page.click(labelled("Inspection reports"));
  await press(page, "Create link");
  await says(page, "Copy this link now.");
  await page.open(String(await page.read(`document.querySelector("main [aria-label=Link]").value`)));
  await press(page, "Open");
  await says(page, "4182 Juniper Ridge Road");
}

test.for([chromium, firefox, webkit])("$name: an agent's day", async (engine: Engine, { skip }) => {
  const { page, version, close } = await engine.open().catch((error: unknown) => skip(`${error}`));
  onTestFinished(close);
  await takeReports();
  process.stdout.write(`Walking in ${version}\n`);
  const agent = await registerAgent(origin);
  onTestFinished(() => agent.visitor.close());
  await openOpportunity(agent.visitor, { clientId: await createClient(agent.visitor, maya) });
  await signIn(page, origin, agent);
  await getScripts(page);
  await walkClients(page);
  const property = await upload(page);
  await moveCard(page);
  await share(page, property);
  expect([...(await page.complaints()), ...(await takeReports())]).toEqual([]);
});
