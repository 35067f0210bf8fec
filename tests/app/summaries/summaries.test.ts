import { expect } from "vitest";
import { ash } from "#app/json-api/service.ts";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { summarize } from "#tests/support/inspecting.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { alderLane } from "#tests/support/records.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf, rowsOn } from "../page-reading.ts";

const test = newAgencyTest().extend("packageId", async ({ agency }) => (await agency.addPackage(alderLane)).id);

// The AI summary of a document, without scripts.

const sentence = "The roof leaks at the chimney and must be repaired before May 1.";
const paper = (content = sentence) => ({ name: "Roof.txt", content });
const buttonsOn = ({ document }: Visit) => document.querySelectorAll("main button").map(({ text }) => text.trim());
const pathOf = (id: string, below = "") => `/documents/${id}/summary${below}`;

async function replace(owner: Visitor, id: string, content: string): Promise<Visit> {
  await owner.open(`/documents/${id}/replacement`);
  return owner.submit({}, { button: "Replace", files: [new File([content], "Roof.txt", { type: "text/plain" })] });
}

test("a summary is requested on its page and quotes the document", async ({ owner, packageId }) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  await owner.open(`/packages/${packageId}`);
  const first = await owner.follow("AI Summary");
  expect([first.url.pathname, buttonsOn(first)]).toEqual([pathOf(id), ["Summarize"]]);
  await owner.submit({}, { button: "Summarize" });
  const page = await owner.open(pathOf(id));
  expect(rowsOn(page, "Points")).toEqual([`${sentence} Page 1`]);
  expect(page.text).toContain("Key sentences quoted directly from the document.");
  expect(page.text).toContain("Clients can't see this summary yet.");
  expect(buttonsOn(page)).toEqual(["Approve for clients"]);
});

test("each point of a PDF links to its page in the version that was read", async ({ owner, packageId }) => {
  await owner.open(`/documents/uploads/new?package=${packageId}`);
  const file = new File([await pdfOf(["Nothing to see here.", sentence])], "Roof.pdf", { type: "application/pdf" });
  await owner.submit({}, { button: "Upload", files: [file] });
  await owner.follow("AI Summary");
  const id = owner.page.url.pathname.split("/")[2] ?? "";
  const page = await summarize(owner, id);
  expect(linkOf(page, "Page 2")).toBe(`/documents/${id}/content?version=1#page=2`);
});

test("while a summary is queued the page offers only to check again", async ({ app, owner, packageId }) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  await summarize(owner, id);
  await app.database.pool.query(
    "UPDATE upstream.document_summaries SET state = 'queued', points = '[]' WHERE document_id = $1",
    [id],
  );
  const page = await owner.open(pathOf(id));
  expect(page.text).toContain("Summary in progress.");
  expect([buttonsOn(page), linkOf(page, "Check if it's ready")]).toEqual([[], pathOf(id)]);
});

test("a scan has no summary, and the page says why and what helps", async ({ owner, packageId }) => {
  await owner.open(`/documents/uploads/new?package=${packageId}`);
  const scan = new File([await pdfOf([""])], "Scan.pdf", { type: "application/pdf" });
  await owner.submit({}, { button: "Upload", files: [scan] });
  await owner.follow("AI Summary");
  const id = owner.page.url.pathname.split("/")[2] ?? "";
  const page = await summarize(owner, id);
  expect(page.text).toContain("The summary couldn't be created. No readable text. The pages may be scanned images");
  expect([buttonsOn(page), linkOf(page, "Replace the file")]).toEqual([[], `/documents/${id}/replacement`]);
});

test("an agent approves a summary for clients and hides it again", async ({ owner, packageId }) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  await summarize(owner, id);
  const approved = await owner.submit({}, { button: "Approve for clients" });
  expect([approved.url.pathname, approved.text]).toEqual([
    pathOf(id),
    expect.stringContaining("Approved for clients."),
  ]);
  expect(approved.text).toMatch(
    /Approved by .+ on .+\. Clients see it with the document, which is not shown to them right now\./,
  );
  await owner.open(`/documents/${id}/visibility`);
  await owner.submit({}, { button: "Show to clients" });
  expect((await owner.open(pathOf(id))).text).not.toContain("not shown to them right now");
  await owner.follow("Hide from clients");
  const hidden = await owner.submit({}, { button: "Hide from clients" });
  expect(hidden.text).toContain("Clients can't see this summary yet.");
  const { url } = await owner.open(pathOf(id, "/approval/removal"));
  expect(url.pathname).toBe(pathOf(id));
});

test("after a replacement it cannot be approved, and the new version gets its own", async ({ owner, packageId }) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  await summarize(owner, id);
  await replace(owner, id, "The furnace is broken and must be replaced before the winter.");
  const stale = await owner.open(pathOf(id));
  expect(stale.text).toContain(
    "Outdated summary. The document has been replaced since. These points are from version 1",
  );
  expect(buttonsOn(stale)).toEqual(["Summarize new version"]);
  expect((await owner.open(pathOf(id, "/approval"))).url.pathname).toBe(pathOf(id));
  await owner.submit({}, { button: "Summarize new version" });
  const page = await owner.open(pathOf(id));
  expect(page.text).toContain("The furnace is broken");
  expect(page.text).not.toContain("The roof leaks");
});

test("a summary of a document that was replaced in the meantime is not approved", async ({
  agency,
  owner,
  packageId,
}) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  await summarize(owner, id);
  const other = (await agency.join("admin")).visitor;
  await other.open(pathOf(id));
  await replace(owner, id, "The furnace is broken and must be replaced before the winter.");
  const refused = await other.submit({}, { button: "Approve for clients" });
  expect(refused.text).toContain("Not approved: the document has changed.");
  expect(refused.text).toContain("Outdated summary.");
});

test("a summary that someone else approved and hid in the meantime is not approved", async ({
  agency,
  owner,
  packageId,
}) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  await summarize(owner, id);
  const other = (await agency.join("admin")).visitor;
  await other.open(pathOf(id, "/approval"));
  await owner.submit({}, { button: "Approve for clients" });
  await owner.follow("Hide from clients");
  await owner.submit({}, { button: "Hide from clients" });
  const stale = await other.submit({}, { button: "Approve for clients" });
  expect([stale.status, stale.text]).toEqual([409, expect.stringContaining("Someone else changed this")]);
});

test("at the plan's limit the page says when more can be created and shows existing ones", async ({ app }) => {
  const free = await startAgency(app, "free");
  const { visitor } = free.owner;
  const first = await uploadDocument(visitor, paper());
  await summarize(visitor, first);
  await app.database.pool.query(
    "UPDATE upstream.summary_months SET used = 20 WHERE workspace_id = (SELECT workspace_id FROM upstream.documents WHERE id = $1)",
    [first],
  );
  const second = await uploadDocument(visitor, { name: "Furnace.txt", content: sentence });
  await visitor.open(pathOf(second));
  const refused = await visitor.submit({}, { button: "Summarize" });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(
    /The summary wasn't requested\. Your workspace has used all 20 AI summaries of this month on the Free plan\. You can create more starting \w+ 1\./,
  );
  expect((await visitor.open(pathOf(first))).text).toContain("The roof leaks");
});

test("with view-only access it is shown without buttons", async ({ agency, owner, packageId }) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  const { visitor } = await agency.join("instructor");
  expect((await visitor.open(pathOf(id))).text).toContain("This document has no summary yet");
  expect(buttonsOn(visitor.page)).toEqual([]);
  await summarize(owner, id);
  const page = await visitor.open(pathOf(id));
  expect([buttonsOn(page), page.text]).toEqual([[], expect.stringContaining("The roof leaks")]);
  expect((await visitor.open(pathOf(id, "/approval"))).status).toBe(403);
});

test("without summaries in the service a message says so", async ({ app, owner, packageId }) => {
  const id = await uploadDocument(owner, paper(), `?package=${packageId}`);
  app.pretend({ description: ash });
  const page = await owner.open(pathOf(id));
  app.pretend();
  expect([page.status, page.text]).toEqual([
    501,
    expect.stringContaining("The connected service doesn't have summaries."),
  ]);
});
