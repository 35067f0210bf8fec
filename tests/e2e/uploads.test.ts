import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { openPage } from "#tests/support/browser.ts";
import { goHydrated } from "#tests/support/hydrated-page.ts";
import { openLine } from "#tests/support/line.ts";

// Files over a line that is cut in the middle. That they arrive by a plain form, too, is tested in process.

const megabyte = 1024 ** 2;

const folderOfUploads = join(inject("dataDir"), "spool", "resumable");

function uploadsOnDisk(): string[] {
  return existsSync(folderOfUploads) ? readdirSync(folderOfUploads) : [];
}

test("a line that is cut in the middle, and a page that is loaded anew, cost no byte that has arrived", async () => {
  const agent = await registerAgent(inject("origin"));
  const line = await openLine(inject("origin"));
  const folder = mkdtempSync(join(tmpdir(), "latchkey-files-"));
  const { page } = await openPage({ scripts: "full", width: 1280, origin: line.origin }, agent.visitor);
  onTestFinished(async () => {
    await line.close();
    await agent.visitor.close();
    rmSync(folder, { recursive: true });
  });
  const offsets: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  // A file is known again by the time of its last change.
  const bytes = randomBytes(6 * megabyte);
  const files = [join(folder, "Inspection.bin"), join(folder, "Note.txt")];
  writeFileSync(files[0] ?? "", bytes);
  writeFileSync(files[1] ?? "", "A note.");

  // Other tests leave some behind.
  const earlier = new Set(uploadsOnDisk());
  /** Bytes of the largest upload of this test that the server has on its disk. */
  const arrived = (): number => {
    const own = uploadsOnDisk().filter((name) => !earlier.has(name));
    return Math.max(0, ...own.map((name) => statSync(join(folderOfUploads, name)).size));
  };

  await goHydrated(page, "/documents/uploads/new");
  await page.setInputFiles("input[type=file]", files);
  line.carry(2 * megabyte);
  await page.getByRole("button", { name: "Upload" }).click();
  await expect.poll(arrived).toBeGreaterThan(1.5 * megabyte);
  line.cut();
  await page.getByText("You're offline. The upload resumes").waitFor();
  // A try that comes before the server knows of the cut is refused, and costs some of this.
  line.carry(3 * megabyte);
  await expect.poll(arrived).toBeGreaterThan(3 * megabyte);
  line.cut();
  await expect.poll(() => offsets.length).toBeGreaterThan(1);
  expect(offsets[0]).toBe(0);
  expect(offsets[1]).toBeGreaterThan(1.5 * megabyte);

  await page.goto("about:blank");
  line.carry();
  await goHydrated(page, "/documents/uploads/new");
  const notice = await page.locator(".note", { hasText: "Unfinished uploads:" }).textContent();
  expect(notice).toMatch(/Inspection\.bin, [3-5]\.\d MB of 6\.0 MB/);
  await page.setInputFiles("input[type=file]", files);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL("**/documents");
  await page.getByText("2 files uploaded.").waitFor();
  expect(offsets.at(-2)).toBeGreaterThan(3 * megabyte);
  const href = await page.locator(".file > a", { hasText: "Inspection.bin" }).getAttribute("href");
  const stored = await (await agent.visitor.request(`${href}/content`)).arrayBuffer();
  expect(Buffer.from(stored).equals(bytes)).toBe(true);
});
