import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { failStaleReports } from "#server/upstream/inspections/report-analysis.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { addDocument, newPackage, uploadFile } from "#tests/support/uploads.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { newDocument, proposed, request, settled } from "./report-requests.ts";

const test = sharedWorkspaceTest();

test("a report is read for findings, which are proposals with page, quote and costs, the worst first", async ({
  service,
  owner,
}) => {
  const document = await newDocument(service, owner);
  const asked = await request(owner, document.id);
  expect([asked.status, asked.record.attributes.state, asked.record.meta.can]).toEqual([201, "queued", ["remove"]]);
  const { attributes } = await settled(owner, asked.record.id);
  expect(attributes).toMatchObject({
    state: "ready",
    method: "extract",
    package_id: document.attributes.package_id,
    document_id: document.id,
    document_label: "Report.txt",
    version_number: 1,
    is_stale: false,
    failure: null,
    page_count: 6,
    pages_read: 6,
  });
  const findings = await proposed(owner, asked.record.id);
  expect(findings).toHaveLength(15);
  const severities = ["safety", "major", "repair", "maintenance", "monitor"];
  const found = findings.map((finding) => severities.indexOf(String(finding.attributes.severity)));
  expect(found).toEqual(found.toSorted());
  expect(findings.map((finding) => finding.attributes)).toContainEqual(
    expect.objectContaining({
      system: "Exterior",
      severity: "safety",
      title: expect.stringContaining("The deck ledger board"),
      page: 5,
      quote: expect.stringContaining("the deck is unsafe"),
      low_cost: { amount: "1200", currency: "USD" },
      high_cost: { amount: "1900", currency: "USD" },
      decision: null,
      is_proposed: true,
    }),
  );
});

test("asked for at once and again, a version is read once; after Replace it is stale and the new one is read", async ({
  service,
  owner,
}) => {
  const document = await newDocument(service, owner);
  const answers = await Promise.all([
    request(owner, document.id),
    request(owner, document.id),
    request(owner, document.id),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  const { id } = await settled(owner, answers[0]?.record.id ?? "");
  const before = await proposed(owner, id);
  expect((await request(owner, document.id)).status).toBe(200);
  expect(await proposed(owner, id)).toEqual(before);
  const file = await uploadFile(service, owner, { content: "The roof of the house leaks badly." });
  const attributes = { fileId: file.id };
  await owner.send("POST", `/documents/${document.id}/versions`, { type: "document", attributes });
  const stale = (await owner.get(`/inspection_reports/${id}`)).record;
  expect([stale.attributes.is_stale, stale.meta.can]).toEqual([true, ["remove", "request"]]);
  const anew = await settled(owner, (await request(owner, document.id)).record.id);
  expect([anew.attributes.version_number, (await proposed(owner, anew.id)).length]).toEqual([2, 1]);
});

test("a scan says that there is no readable text, and findings can be entered by hand all the same", async ({
  service,
  owner,
}) => {
  const document = await newDocument(service, owner, { content: await pdfOf(["", ""]), name: "Scan.pdf" });
  const { attributes, meta } = await settled(owner, (await request(owner, document.id)).record.id);
  expect([attributes.state, attributes.failure, meta.can]).toEqual([
    "failed",
    expect.stringMatching(/^This report is scanned/),
    ["remove"],
  ]);
});

test("a report without findings is ready with none", async ({ service, owner }) => {
  const document = await newDocument(service, owner, {
    content: "The house was seen on a fine day and is in good condition.",
  });
  const { id, attributes } = await settled(owner, (await request(owner, document.id)).record.id);
  expect([attributes.state, await proposed(owner, id)]).toEqual(["ready", []]);
});

test("removing a report takes its proposals along, and leaves what was accepted, as it leaves its document", async ({
  service,
  owner,
}) => {
  const document = await newDocument(service, owner);
  const { id } = await settled(owner, (await request(owner, document.id)).record.id);
  const [accepted] = await proposed(owner, id);
  const accepting = { type: "finding", attributes: { isProposed: false } };
  await owner.send("PATCH", `/findings/${accepted?.id}`, accepting);
  expect((await owner.send("DELETE", `/inspection_reports/${id}`)).status).toBe(204);
  const { records } = await owner.get(`/findings?filter[package_id]=${document.attributes.package_id}`);
  expect(records.map((finding) => [finding.id, finding.attributes.inspection_report_id])).toEqual([
    [accepted?.id, null],
  ]);
  expect((await owner.get(`/documents/${document.id}`)).status).toBe(200);
});

test("a document that is removed for good leaves its report, under its name, and the findings", async ({
  service,
  owner,
}) => {
  const document = await newDocument(service, owner);
  const { id } = await settled(owner, (await request(owner, document.id)).record.id);
  await owner.send("POST", `/documents/${document.id}/trashing`);
  expect((await request(owner, document.id)).problem).toBe("403 forbidden");
  await owner.send("DELETE", `/documents/${document.id}`);
  const { attributes, meta } = (await owner.get(`/inspection_reports/${id}`)).record;
  expect([attributes.document_id, attributes.document_label, meta.can]).toEqual([null, "Report.txt", ["remove"]]);
  expect(await proposed(owner, id)).toHaveLength(15);
});

test("costs in another currency than the package's are left out", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner, { listPrice: { amount: "1", currency: "CAD" } });
  const content = "The roof leaks badly. Budget $400.\n\nThe faucet in the kitchen leaks. Budget €50.";
  const document = await newDocument(service, owner, { packageId, content });
  const { id } = await settled(owner, (await request(owner, document.id)).record.id);
  expect((await proposed(owner, id)).map(({ attributes }) => [attributes.system, attributes.low_cost])).toEqual([
    ["Roof", { amount: "400", currency: "CAD" }],
    ["Plumbing", null],
  ]);
});

test("only a document of a package can be analyzed, by users who may change it", async ({ service, owner }) => {
  const beside = (await addDocument(service, owner, { onClash: "keep_both" })).record.id;
  expect((await request(owner, beside)).problem).toBe("400 invalid_attribute /data/attributes/document_id");
  expect((await request((await service.newWorkspace()).owner, beside)).problem).toBe("404 not_found");
});

test.for<[Role, number]>([
  ["manager", 201],
  ["member", 404],
  ["instructor", 403],
])("the %s has somebody else's document analyzed with %i", async ([role, status], { service }) => {
  const workspace = await service.newWorkspace();
  const document = await newDocument(service, workspace.owner);
  expect((await request(await workspace.join(role), document.id)).status).toBe(status);
});

test("a report that is queued for hours fails, and may be requested again", async ({ service, owner }) => {
  const document = await newDocument(service, owner);
  await service.database.orm.execute(sql`
    insert into upstream.inspection_reports (workspace_id, package_id, document_id, document_label, version_number, file_id, requested_at)
    select workspace_id, package_id, id, label, 1, file_id, now() - interval '3 hours' from upstream.documents where id = ${document.id}`);
  await failStaleReports(service.database.orm, new Date());
  const [abandoned] = (await owner.get(`/inspection_reports?filter[document_id]=${document.id}`)).records;
  expect([abandoned?.attributes.failure, abandoned?.meta.can]).toEqual([
    "The report couldn't be analyzed.",
    ["remove", "request"],
  ]);
  const again = await request(owner, document.id);
  expect([again.status, again.record.id]).toEqual([200, abandoned?.id]);
  expect((await settled(owner, again.record.id)).attributes.state).toBe("ready");
});

test("the history of the package says what was done", async ({ service, owner }) => {
  const document = await newDocument(service, owner);
  const { id } = await settled(owner, (await request(owner, document.id)).record.id);
  await owner.send("DELETE", `/inspection_reports/${id}`);
  const { records } = await owner.get(`/activities?filter[package_id]=${document.attributes.package_id}&page[limit]=2`);
  expect(records.map(({ attributes }) => attributes.kind)).toEqual([
    "inspection_report.removed",
    "inspection_report.requested",
  ]);
});
