import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { expectSound, openPage, type View } from "#tests/support/browser.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";
import { type Line, openLine } from "#tests/support/line.ts";
import { pdfOf } from "#tests/support/pdf.ts";

// A package from its making to the end of the link that it was shared by, with only what the pages say: as HTML, and with scripts
// over a line that is cut in the middle of the upload.

const folder = mkdtempSync(join(tmpdir(), "latchkey-report-"));
const report = join(folder, "Cascade inspection.pdf");

// Large enough for a line to be cut in the middle of it.
const info = { Keywords: "roof ".repeat(200_000) };
beforeAll(async () => writeFileSync(report, await pdfOf(inspectionReport, { info })));
afterAll(() => rmSync(folder, { recursive: true }));

interface Seat {
  readonly page: Page;
  readonly view: View;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.locator("main").getByRole("link", { name }).first();
const says = (page: Page, text: string | RegExp) => page.locator("main").getByText(text).first().waitFor();

async function signIn({ page }: Seat, email: string, password: string): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
  await page.waitForURL("**/dashboard");
}

/** @returns the address of the package's page */
async function makePackage({ page }: Seat): Promise<string> {
  await page.goto("/packages/new");
  await page.getByLabel("Address").fill("4182 Juniper Ridge Road");
  await page.getByLabel("City").fill("Bend");
  await button(page, "Create property").click();
  await page.waitForURL(/\/packages\/[0-9a-f-]{36}$/);
  await says(page, "4182 Juniper Ridge Road");
  return page.url();
}

/** Bytes that the server has stored of an upload; that of another test may be under way as well. @param address of the upload */
function bytesStored(address: string | undefined): number {
  const spool = join(inject("dataDir"), "spool");
  const entries = readdirSync(spool, { recursive: true, withFileTypes: true });
  const [file] = entries.filter((entry) => entry.isFile() && address?.endsWith(`/${entry.name}`));
  return file === undefined ? 0 : (statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0);
}

/** Into the folder of inspection reports; over a line, that is cut before half of it has gone. */
async function upload({ page }: Seat, line: Line | null): Promise<void> {
  await link(page, "Upload to Inspection reports").click();
  await page.waitForURL("**/uploads/new?**");
  if (line !== null) await page.waitForLoadState("networkidle");
  await page.setInputFiles("input[type=file]", report);
  const sent: { address: string; offset: number }[] = [];
  page.on("request", (request) => {
    if (request.method() !== "PATCH") return;
    sent.push({ address: request.url(), offset: Number(request.headers()["upload-offset"]) });
  });
  line?.carry(readFileSync(report).length / 2);
  await button(page, "Upload").click();
  if (line !== null) {
    await expect.poll(() => line.left).toBeLessThanOrEqual(0);
    // What the line has carried need not be stored yet.
    await expect.poll(() => bytesStored(sent[0]?.address)).toBeGreaterThan(0);
    line.cut();
    await page.getByText("You're offline. The upload resumes").waitFor();
    line.carry();
  }
  await says(page, "Cascade inspection.pdf");
  await page.waitForURL((url) => !url.pathname.endsWith("/uploads/new"));
  if (line !== null) expect(sent.at(-1)?.offset).toBeGreaterThan(0);
}

async function readSummary({ page, view }: Seat, property: string): Promise<void> {
  await page.goto(property);
  await link(page, "Cascade inspection").click();
  await page.waitForURL(/\/documents\/[0-9a-f-]{36}$/);
  await link(page, "AI Summary").click();
  await button(page, "Summarize").click();
  // Going on before the form has been answered would take it back.
  await button(page, "Summarize").waitFor({ state: "detached" });
  // Made beside the requests; on a busy machine it may not be there at once.
  await expect
    .poll(
      async () => {
        await page.goto(page.url());
        return page.locator("main").textContent();
      },
      { timeout: 20_000 },
    )
    .toMatch(/Page \d/);
  await expectSound(page, view);
}

async function enterFindings({ page, view }: Seat, property: string): Promise<void> {
  await page.goto(property);
  await link(page, "Inspection reports").click();
  for (const { title, low, high } of [
    { title: "Shingles are missing above the garage", low: "14,500", high: "18,200" },
    { title: "The main panel is a fire hazard", low: "2,800", high: "" },
  ]) {
    await link(page, "Add finding").click();
    await page.getByLabel("Finding", { exact: true }).fill(title);
    await page.getByLabel("System").fill("Roof");
    await page.getByLabel("Severity").selectOption({ label: "Repair" });
    await page.getByLabel("Low cost", { exact: true }).fill(low);
    await page.getByLabel("High cost").fill(high);
    await button(page, "Add finding").click();
    await says(page, title);
  }
  await expectSound(page, view);
}

const costs = {
  Price: "865,000",
  "or % of price": "20",
  "Interest rate (% per year)": "6.5",
  "Term in years": "30",
  "Closing date": "2031-04-15",
  "Origination (% of loan)": "1",
  "Annual insurance": "1,800",
  "Recording fees": "225",
  "Months of insurance": "12",
  "Deposit paid": "25,000",
};

/** Parts of the form that most estimates do without, and this one needs. */
const foldedParts = ["Lender", "Recording and transfer", "Prepaids and escrow", "Deposit and credits"];

async function estimateCosts({ page, view }: Seat, property: string): Promise<void> {
  await page.goto(property);
  await link(page, "Estimated costs").click();
  await link(page, "Estimate costs").click();
  for (const part of foldedParts) await page.locator("summary", { hasText: part }).click();
  for (const [label, typed] of Object.entries(costs)) await page.getByLabel(label, { exact: true }).first().fill(typed);
  await page.getByLabel("Names and amounts").first().fill("Title insurance 2,400.50");
  await page.getByLabel("or % of price").last().fill("1.28");
  await button(page, "Save estimate").click();
  await says(page, "Agent estimate, not a Loan Estimate");
  // 6,920 + 2,400.50 + 225 + 11,072 + 16 days of interest at 123.2329 + 1,800; with 173,000 down, less the deposit.
  await says(page, "$24,389.23");
  await says(page, "$172,389.23");
  await says(page, "$17,300 to $21,000");
  await expectSound(page, view);
  await link(page, "Print view").click();
  await (view.scripts === "off" ? says(page, "Use your browser's Print command.") : button(page, "Print").waitFor());
}

/** @returns the address that opens the link */
async function share({ page, view }: Seat, property: string): Promise<string> {
  await page.goto(property);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await link(page, "New link").click();
  await page.getByLabel("Inspection reports").check();
  await button(page, "Create link").click();
  await says(page, "Copy this link now.");
  await expectSound(page, view);
  return page.getByLabel("Link").inputValue();
}

async function revoke({ page }: Seat, property: string): Promise<void> {
  await page.goto(`${property}/shares`);
  await says(page, "Opened once");
  await page.getByRole("list", { name: "Links" }).getByRole("link").click();
  await link(page, "Revoke").click();
  await button(page, "Revoke link").click();
  await says(page, "Revoked");
}

const views = [
  { scripts: "off", width: 390 },
  { scripts: "full", width: 1280 },
] as const;

describe.each(views)("scripts $scripts at $width px", (view) => {
  test("a property is created, its report analyzed, its costs estimated, and it is shared until the link is revoked", async () => {
    const { visitor, email, password } = await registerAgent(inject("origin"));
    await visitor.close();
    const line = view.scripts === "off" ? null : await openLine(inject("origin"));
    const { page, complaints } = await openPage({ ...view, ...(line && { origin: line.origin }) });
    const outside = await openPage({ scripts: "off", width: 390 });
    onTestFinished(async () => line?.close());
    const seat: Seat = { page, view };
    for (const one of [page, outside.page]) one.setDefaultTimeout(20_000);

    await signIn(seat, email, password);
    const property = await makePackage(seat);
    await upload(seat, line);
    await readSummary(seat, property);
    await enterFindings(seat, property);
    await estimateCosts(seat, property);
    const address = new URL(await share(seat, property)).pathname;

    await outside.page.goto(address);
    await button(outside.page, "Open").click();
    await says(outside.page, "4182 Juniper Ridge Road");
    await expectSound(outside.page, { ...view, scripts: "off" });
    const file = (await link(outside.page, "Download").getAttribute("href")) ?? "";
    const saved = await outside.context.request.get(file);
    expect(Buffer.compare(await saved.body(), readFileSync(report))).toBe(0);

    await revoke(seat, property);
    const refused = await outside.page.reload();
    expect(refused?.status()).toBe(410);
    await outside.page.getByText("This link no longer works").waitFor();
    expect((await outside.context.request.get(file)).status()).toBe(410);
    // What the cut line has broken off is what was meant to be.
    expect(complaints.filter((one) => !one.includes("net::ERR"))).toEqual([]);
  });
});
