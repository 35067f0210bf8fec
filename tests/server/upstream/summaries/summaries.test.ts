import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { failStaleSummaries } from "#server/upstream/summaries/summarizing.ts";
import { inspectionReport } from "#tests/support/inspection-report.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { newShare, viewerOf } from "#tests/support/sharing.ts";
import { addDocument, newPackage, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ clock: () => now });
let now = new Date("2026-05-20T12:00:00Z");
const soon = { timeout: 20_000, interval: 50 };

const report = inspectionReport.join("\f");
const newDocument = async (
  service: UpstreamService,
  person: TestPerson,
  content: string | Uint8Array<ArrayBuffer> = report,
  name = "Report.txt",
) => (await addDocument(service, person, { onClash: "keep_both" }, { name, content })).record.id;
const request = (person: TestPerson, documentId: string) =>
  person.send("POST", "/document_summaries", { type: "document_summary", attributes: { documentId } });
const replace = async (service: UpstreamService, owner: TestPerson, id: string, content: string) => {
  const { id: fileId } = await uploadFile(service, owner, { content });
  return owner.send("POST", `/documents/${id}/versions`, { type: "document", attributes: { fileId } });
};
async function settled(person: TestPerson, id: string) {
  return vi.waitFor(async () => {
    const { record } = await person.get(`/document_summaries/${id}`);
    expect(record.attributes.state).not.toBe("queued");
    return record;
  }, soon);
}
const usedIn = async (service: UpstreamService, person: TestPerson) => {
  const { rows } = await service.database.orm.execute<{ month: string; used: number }>(
    sql`select month, used from upstream.summary_months where workspace_id = ${person.workspaceId}`,
  );
  return rows;
};

test("a summary is queued, and is ready with the document's own sentences and their pages", async ({
  service,
  owner,
}) => {
  const documentId = await newDocument(service, owner);
  const asked = await request(owner, documentId);
  expect([asked.status, asked.headers.get("location")]).toEqual([
    201,
    `http://upstream.test/api/document_summaries/${asked.record.id}`,
  ]);
  expect(asked.record.attributes).toMatchObject({ state: "queued", document_id: documentId, version_number: 1 });
  expect([asked.record.attributes.points, asked.record.meta.can]).toEqual([[], []]);
  const { attributes, meta } = await settled(owner, asked.record.id);
  expect(attributes).toMatchObject({ state: "ready", method: "extract", failure: null, page_count: 6, pages_read: 6 });
  expect(attributes.points).toContainEqual({ text: expect.stringContaining("known fire hazard"), page: 3 });
  expect([attributes.approved_at, attributes.approved_by_name, meta.can]).toEqual([
    null,
    null,
    ["approve", "withdraw"],
  ]);
  expect(attributes.finished_at).not.toBeNull();
});

test("asked for many times at once it is made once, and asked for again it is the same", async ({ service, owner }) => {
  const documentId = await newDocument(service, owner);
  const answers = await Promise.all(Array.from({ length: 5 }, () => request(owner, documentId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
  const [id = "", ...others] = new Set(answers.map(({ record }) => record.id));
  expect(others).toEqual([]);
  const made = await settled(owner, id);
  const again = await request(owner, documentId);
  expect([again.status, again.record.attributes]).toEqual([200, made.attributes]);
  expect((await owner.get(`/document_summaries?filter[document_id]=${documentId}`)).records).toHaveLength(1);
});

test("after Replace it is stale: it cannot be approved, and a new one is made for the new version", async ({
  service,
  owner,
}) => {
  const documentId = await newDocument(service, owner);
  const { id } = await settled(owner, (await request(owner, documentId)).record.id);
  await owner.send("POST", `/document_summaries/${id}/approval`);
  await replace(
    service,
    owner,
    documentId,
    "The new roof was finished in June 2026 and has a warranty of 20 years from the textGenerator.",
  );
  const stale = (await owner.get(`/document_summaries/${id}`)).record;
  expect([stale.attributes.state, stale.meta.can]).toEqual(["stale", ["withdraw", "request"]]);
  expect((await owner.send("POST", `/document_summaries/${id}/approval`)).problem).toBe("403 forbidden");
  const withdrawn = await owner.send("DELETE", `/document_summaries/${id}/approval`);
  expect(withdrawn.record.attributes).toMatchObject({ approved_at: null, approved_by_name: null, state: "stale" });
  const anew = await request(owner, documentId);
  expect([anew.status, anew.record.attributes.version_number]).toEqual([201, 2]);
  await settled(owner, anew.record.id);
  const { records } = await owner.get(`/document_summaries?filter[document_id]=${documentId}&sort=-version_number`);
  expect(records.map(({ attributes }) => [attributes.version_number, attributes.state])).toEqual([
    [2, "ready"],
    [1, "stale"],
  ]);
});

test("an agent approves it for clients and hides it again, and the history says so", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const added = await addDocument(service, owner, { packageId }, { name: "Report.txt", content: report });
  const { id } = await settled(owner, (await request(owner, added.record.id)).record.id);
  const approved = await owner.send("POST", `/document_summaries/${id}/approval`);
  expect(approved.record.attributes).toMatchObject({ approved_by_name: "Ada Marsh", approved_at: expect.any(String) });
  const again = await owner.send("POST", `/document_summaries/${id}/approval`);
  expect(again.record.attributes).toEqual(approved.record.attributes);
  expect((await owner.send("DELETE", `/document_summaries/${id}/approval`)).record.attributes.approved_at).toBeNull();
  const { records } = await owner.get(`/activities?filter[package_id]=${packageId}&page[limit]=3`);
  expect(records.map(({ attributes }) => [attributes.label, attributes.subject_id])).toEqual([
    ["AI summary hidden from clients", id],
    ["AI summary approved for clients", id],
    ["AI summary requested", id],
  ]);
});

test.for<[string, () => Promise<Uint8Array<ArrayBuffer>> | string, string, RegExp]>([
  ["a scan", () => pdfOf(["", ""]), "Scan.pdf", /^No readable text/],
  ["a locked PDF", () => pdfOf(["Words"], { userPassword: "hidden" }), "Locked.pdf", /password-protected/],
  ["a broken PDF", () => "%PDF-1.7\nnothing", "Broken.pdf", /damaged/],
  ["a page of HTML", () => "<html><p>Words</p></html>", "Page.html", /^No readable text/],
  ["a table", () => "12 14 18 22\n1,200 900 800\n31 32 33", "Table.txt", /no complete sentences/],
])(
  "of %s there is none, which is said, is final, and counts for nothing",
  async ([_, make, name, sentence], { service }) => {
    const { owner } = await service.newWorkspace();
    const { record } = await request(owner, await newDocument(service, owner, await make(), name));
    const { attributes, meta } = await settled(owner, record.id);
    expect(attributes).toMatchObject({ state: "failed", is_final: true, points: [], method: null });
    expect(attributes.failure).toMatch(sentence);
    expect(meta.can).toEqual([]);
    expect(await usedIn(service, owner)).toEqual([{ month: "2026-05", used: 0 }]);
  },
);

test.for([
  ["free", 20, "Free"],
  ["standard", 200, "Standard"],
] as const)("the %s plan has %i in a month of the workspace's calendar", async ([plan, limit, name], { service }) => {
  const { owner } = await service.newWorkspace(plan);
  const used = sql`insert into upstream.summary_months (workspace_id, month, used)
    values (${owner.workspaceId}, '2026-05', ${limit - 1})`;
  await service.database.orm.execute(used);
  const ids = [await newDocument(service, owner), await newDocument(service, owner)];
  const last = await Promise.all(ids.map((id) => request(owner, id)));
  expect(last.map(({ problem }) => problem).toSorted()).toEqual(["", "400 plan_limit /data/attributes/document_id"]);
  const refused = last.find(({ problem }) => problem !== "");
  expect(refused?.document.errors?.[0]?.detail).toBe(
    `Your workspace has used all ${limit} AI summaries of this month on the ${name} plan. You can create more starting June 1.`,
  );
  const before = now;
  now = new Date("2026-06-01T12:00:00Z");
  const next = await Promise.all(ids.map((id) => request(owner, id)));
  now = before;
  expect(next.map(({ status }) => status).toSorted()).toEqual([200, 201]);
});

test.for<[Role, number, readonly string[]]>([
  ["admin", 201, ["approve", "withdraw"]],
  ["manager", 201, ["approve", "withdraw"]],
  ["member", 404, []],
  ["instructor", 403, []],
])("the %s asks for a summary of somebody else's document with %i", async ([role, status, can], { service }) => {
  const workspace = await service.newWorkspace();
  const person = await workspace.join(role);
  const { id: packageId } = await newPackage(workspace.owner);
  const add = async (name: string) =>
    (await addDocument(service, workspace.owner, { packageId }, { name, content: report })).record.id;
  expect((await request(person, await add("One.txt"))).status).toBe(status);
  const theirs = await settled(workspace.owner, (await request(workspace.owner, await add("Two.txt"))).record.id);
  const seen = await person.get(`/document_summaries/${theirs.id}`);
  expect([seen.status, seen.status === 200 ? seen.record.meta.can : []]).toEqual([status === 404 ? 404 : 200, can]);
  expect((await person.send("POST", `/document_summaries/${theirs.id}/approval`)).status).toBe(
    status === 201 ? 200 : status,
  );
});

test("a summary that is queued for hours fails, and may be requested again", async ({ service, owner }) => {
  const documentId = await newDocument(service, owner);
  await service.database.orm.execute(sql`
    insert into upstream.document_summaries (workspace_id, document_id, version_number, file_id, month, requested_at)
    select workspace_id, id, 1, file_id, '2026-05', now() - interval '3 hours' from upstream.documents where id = ${documentId}`);
  await failStaleSummaries(service.database.orm, new Date());
  const [abandoned] = (await owner.get(`/document_summaries?filter[document_id]=${documentId}`)).records;
  expect([abandoned?.attributes.failure, abandoned?.meta.can]).toEqual([
    "The summary couldn't be created.",
    ["request"],
  ]);
  const again = await request(owner, documentId);
  expect([again.status, again.record.id]).toEqual([200, abandoned?.id]);
  expect((await settled(owner, again.record.id)).attributes.state).toBe("ready");
});

test("a summary of what is in the trash cannot be asked for or approved", async ({ service, owner }) => {
  const documentId = await newDocument(service, owner);
  const { id } = await settled(owner, (await request(owner, documentId)).record.id);
  await owner.send("POST", `/documents/${documentId}/trashing`);
  expect((await request(owner, documentId)).problem).toBe("403 forbidden");
  expect((await owner.send("POST", `/document_summaries/${id}/approval`)).problem).toBe("403 forbidden");
});

test("nobody asks for another workspace's, nor for nothing", async ({ service, owner }) => {
  const stranger = (await service.newWorkspace()).owner;
  expect((await request(stranger, await newDocument(service, owner))).problem).toBe("404 not_found");
  expect((await request(owner, "x")).problem).toBe("400 invalid_attribute /data/attributes/document_id");
});

test("whoever has a link reads it once it is approved, and only while it speaks of the file that is there", async ({
  service,
  owner,
}) => {
  const { packageId, token } = await newShare(owner, { includesUnfiled: true });
  const placed = { packageId, onClash: "keep_both" };
  const { record } = await addDocument(service, owner, placed, { name: "Report.txt", content: report });
  const viewer = await viewerOf(service, token);
  const told = async () => {
    const { documents } = (await viewer.get("/view")).record.attributes;
    const read = await viewer.get(`/documents/${record.id}/summary`);
    return [documents, read.status];
  };
  const { record: summary } = await request(owner, record.id);
  await settled(owner, summary.id);
  const unapproved = [expect.objectContaining({ id: record.id, has_summary: false })];
  expect(await told()).toEqual([unapproved, 404]);
  await owner.send("POST", `/document_summaries/${summary.id}/approval`);
  expect(await told()).toEqual([[expect.objectContaining({ id: record.id, has_summary: true })], 200]);
  const { attributes } = (await viewer.get(`/documents/${record.id}/summary`)).record;
  expect(attributes).toMatchObject({ label: "Report.txt", method: "extract" });
  expect(attributes.points).toContainEqual({ text: expect.stringContaining("known fire hazard"), page: 3 });
  expect((await service.send("GET", `/shared_packages/${token}/documents/${record.id}/summary`)).status).toBe(401);
  await replace(service, owner, record.id, "Another report, which says that the furnace is broken.");
  expect(await told()).toEqual([unapproved, 404]);
});
