import { expect } from "vitest";
import { ash } from "#app/json-api/service.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { addReport } from "#tests/support/inspecting.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { alderLane } from "#tests/support/records.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

// Inspection reports on the page of a property, without scripts.

let packageId = "";
let tab = "";
test.beforeEach(async ({ agency }) => {
  ({ id: packageId } = await agency.addPackage(alderLane));
  tab = `/packages/${packageId}/inspections`;
});

const leak = "The roof leaks at the chimney and must be repaired";
const paper = (name: string, content = leak) => ({ name, content });
const buttonsOn = ({ document }: Visit) => document.querySelectorAll("main button").map(({ text }) => text.trim());

async function upload(owner: Visitor, file: File): Promise<Visit> {
  await owner.open(`${tab}/reports/new`);
  return owner.submit({}, { button: "Upload and analyze", files: [file] });
}

/** Copies the property's documents, as many times as that, under names of their own. */
async function addPapers({ database }: Application, count: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO upstream.documents (workspace_id, package_id, label, label_key, file_id, mime, kind, size, search_text)
     SELECT workspace_id, package_id, name, lower(name), file_id, mime, kind, size, lower(name)
     FROM upstream.documents, generate_series(1, $2) n, concat('Paper ', n) name WHERE package_id = $1 AND label LIKE '%one.txt'`,
    [packageId, count],
  );
}

/** The tab, once nothing is under way. */
async function openRead(visitor: Visitor): Promise<Visit> {
  await expect.poll(async () => (await visitor.open(tab)).text).not.toContain("Check if it's ready");
  return visitor.page;
}

test("a chosen document is analyzed and suggests findings with page and cost", async ({ owner }) => {
  await uploadDocument(owner, paper("Roof.txt", `${leak}. Estimated cost: $450 to $700.`), `?package=${packageId}`);
  await owner.open(`/packages/${packageId}`);
  await owner.follow("Inspection reports");
  expect([owner.page.url.pathname, owner.page.text]).toEqual([tab, expect.stringContaining("No findings yet.")]);
  const choices = await owner.follow("Analyze new report");
  expect(rowsOn(choices, "Documents")).toEqual([expect.stringMatching(/^Roof\.txt.* Analyze$/)]);
  expect((await owner.submit({}, { button: "Analyze" })).url.pathname).toBe(tab);
  const page = await openRead(owner);
  expect(rowsOn(page, "Reports")).toEqual([
    expect.stringMatching(/^Roof\.txt .*quoted from the report\. Analyzed Remove/),
  ]);
  expect(page.text).toContain("Suggested findings (1)");
  expect(rowsOn(page, "Suggested findings")[0]).toMatch(new RegExp(`^${leak} Repair · Roof · page 1 \\$450 – \\$700 `));
  const again = await owner.open(`${tab}/reports/new`);
  expect(rowsOn(again, "Documents")).toEqual([expect.stringMatching(/Analyzed$/)]);
  const { url } = await owner.open(`${linkOf(again, "Roof.txt")}/analysis`);
  expect(url.pathname).toBe(tab);
});

test("among more than a hundred documents any is chosen by its name, and which one is asked", async ({
  app,
  owner,
}) => {
  await uploadDocument(owner, paper("Roof one.txt", `${leak}.`), `?package=${packageId}`);
  await uploadDocument(owner, paper("Roof two.txt", `${leak}.`), `?package=${packageId}`);
  await addPapers(app, 110);
  const page = await owner.open(`${tab}/reports/new`);
  expect(rowsOn(page, "Documents")).toHaveLength(12);
  expect(page.text).not.toContain("Roof");
  const send = { button: "Analyze document" };
  const unknown = await owner.submit({ document: "Chimney.pdf" }, send);
  expect([unknown.status, messagesOn(unknown)]).toEqual([
    409,
    ["No PDF or text file of this property is called that."],
  ]);
  const unclear = await owner.submit({ document: "roof" }, send);
  expect([unclear.status, messagesOn(unclear)]).toEqual([409, ["Choose which document you mean."]]);
  const labels = unclear.document
    .querySelectorAll("input[name=documentId]")
    .map((input) => input.parentNode?.text ?? "");
  expect(labels.map((label) => label.trim())).toEqual(["Roof one.txt", "Roof two.txt"]);
  const chosen = unclear.document.querySelectorAll("input[name=documentId]")[1]?.getAttribute("value") ?? "";
  expect((await owner.submit({ documentId: chosen }, send)).url.pathname).toBe(tab);
  expect(rowsOn(await openRead(owner), "Reports")).toEqual([expect.stringMatching(/^Roof two\.txt .*Analyzed/)]);
  // By its whole name it is found at once.
  await owner.open(`${tab}/reports/new`);
  expect((await owner.submit({ document: "roof one.txt" }, send)).url.pathname).toBe(tab);
  expect(rowsOn(await openRead(owner), "Reports")).toHaveLength(2);
});

test("another property's document is not analyzed", async ({ app, agency, owner }) => {
  const other = await agency.addPackage({ street: "14 Alder Lane" });
  const elsewhere = await uploadDocument(owner, paper("Elsewhere.txt"), `?package=${other.id}`);
  await uploadDocument(owner, paper("Roof one.txt"), `?package=${packageId}`);
  await addPapers(app, 12);
  const form = fillForm(await owner.open(`${tab}/reports/new`), "Analyze document", { document: "Elsewhere.txt" });
  form.fields.set("documentId", elsewhere);
  form.fields.set("documentFor", "Elsewhere.txt");
  const refused = await owner.send(form.path, form.fields);
  expect(refused.status).toBe(404);
  expect((await owner.open(`/packages/${other.id}/inspections`)).text).toContain("No findings yet.");
});

test("an uploaded report is filed with the inspection reports, and its findings link to its pages", async ({
  owner,
}) => {
  const report = await pdfOf(inspectionReport);
  const sent = await upload(owner, new File([report], "Inspection.pdf", { type: "application/pdf" }));
  expect([sent.url.pathname, sent.text]).toEqual([tab, expect.stringContaining("Uploaded: Inspection.pdf.")]);
  const page = await openRead(owner);
  expect(rowsOn(page, "Suggested findings").length).toBeGreaterThan(10);
  expect(linkOf(page, "page 3")).toMatch(/^\/documents\/[\w-]{36}\/content\?version=1#page=3$/);
  const folder = await owner.open(`/packages/${packageId}`);
  expect(folder.document.querySelector('[aria-label="Inspection reports"]')?.text).toContain("Inspection.pdf");
  // Of the same name once more: both are kept.
  await upload(owner, new File([report], "Inspection.pdf", { type: "application/pdf" }));
  expect((await openRead(owner)).text).toContain("Inspection (2).pdf");
});

test("a file that cannot be stored is shown with the reason", async ({ app, owner }) => {
  app.interruptPosts(() => Promise.reject(new Error("broken")));
  const failed = await upload(owner, new File([leak], "Roof.txt", { type: "text/plain" })).catch(() => owner.page);
  app.interruptPosts(null);
  expect(failed.status).toBeGreaterThanOrEqual(400);
  const empty = await upload(owner, new File([], "Empty.txt", { type: "text/plain" }));
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("File upload was not successful")]);
  expect(empty.text).toContain("Empty.txt: This file is empty.");
  await owner.open(`${tab}/uploads/new`);
  const none = await owner.submit({}, { button: "Upload and analyze" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose one file.")]);
  expect((await owner.open(tab)).text).toContain("No findings yet.");
});

test("a scan cannot be read and cannot be tried again", async ({ owner }) => {
  await upload(owner, new File([await pdfOf([""])], "Scan.pdf", { type: "application/pdf" }));
  const page = await openRead(owner);
  expect(rowsOn(page, "Reports")).toEqual([
    expect.stringMatching(/This report is scanned: .* Not read Add finding Remove Scan\.pdf$/),
  ]);
  expect(buttonsOn(page)).not.toContain("Try again");
});

test("the page says while a report is being analyzed", async ({ app, owner }) => {
  await addReport(owner, packageId, paper("Roof.txt"));
  await app.database.pool.query("UPDATE upstream.inspection_reports SET state = 'queued' WHERE package_id = $1", [
    packageId,
  ]);
  const page = await owner.open(tab);
  expect(rowsOn(page, "Reports")).toEqual([expect.stringMatching(/Analyzing Check if it's ready/)]);
  expect(rowsOn(await owner.open(`${tab}/reports/new`), "Documents")).toEqual([expect.stringMatching(/Analyzing$/)]);
});

test("after a replacement the new version can be analyzed once", async ({ owner }) => {
  await addReport(owner, packageId, paper("Roof.txt"));
  const document = linkOf(owner.page, "Roof.txt") ?? "";
  await owner.open(`${document}/replacement`);
  const file = new File(["The furnace is broken and must be replaced"], "Roof.txt", { type: "text/plain" });
  await owner.submit({}, { button: "Replace", files: [file] });
  const stale = await owner.open(tab);
  expect(rowsOn(stale, "Reports")).toEqual([expect.stringMatching(/replaced since\. Outdated Analyze new version/)]);
  await owner.submit({}, { button: "Analyze new version" });
  const page = await openRead(owner);
  expect(rowsOn(page, "Reports")).toHaveLength(2);
  expect(page.text).toContain("Suggested findings (2)");
});

test("removing a report asks first, removes its suggestions, keeps accepted findings and the document", async ({
  owner,
}) => {
  await addReport(owner, packageId, paper("Roof.txt", `${leak}.\n\nThe furnace is broken and must be replaced.`));
  await owner.submit({ "findings[0].choice": "credit" }, { button: "Save decisions" });
  await owner.follow("Remove Roof.txt");
  expect(owner.page.text).toContain("Accepted findings and the document are kept.");
  const page = await owner.submit({}, { button: "Remove report" });
  expect([rowsOn(page, "Reports"), rowsOn(page, "Suggested findings"), rowsOn(page, "Findings").length]).toEqual([
    [],
    [],
    1,
  ]);
  expect((await owner.open(`/packages/${packageId}`)).text).toContain("Roof.txt");
});

test("without inspections in the service a message says so", async ({ app, owner }) => {
  app.pretend({ description: ash });
  const page = await owner.open(tab);
  app.pretend();
  expect([page.status, page.text]).toEqual([
    501,
    expect.stringContaining("The connected service doesn't have inspections."),
  ]);
});
