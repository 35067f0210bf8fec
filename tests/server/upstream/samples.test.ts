/** Sample data: marked, in no count, mail or export, and taken out whole. */
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { exportedRows, exportedShapes } from "#server/upstream/exports/archive-entries.ts";
import { notifyOfDueOffers } from "#server/upstream/notifications/due.ts";
import { addDocument } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move } from "./opportunities/deals.ts";

const test = newWorkspaceTest().extend("withSamples", async ({ owner }) => {
  expect((await owner.send("POST", "/samples")).status).toBe(204);
  return owner;
});

const listed = async (person: TestPerson, path: string) => (await person.get(path)).records;
const namesIn = async (person: TestPerson, path: string, attribute: string) =>
  (await listed(person, path)).map(({ attributes }) => String(attributes[attribute]));

/** Every row of the workspace, in every table, as one text. */
async function rowsOf({ database }: UpstreamService, workspaceId: string): Promise<string> {
  const { rows: tables } = await database.orm.execute<{ name: string }>(sql`
    select table_name::text as name from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where table_schema = 'upstream' and column_name = 'workspace_id' and table_type = 'BASE TABLE'`);
  const texts = [];
  for (const { name } of tables) {
    if (name === "search_words" || name === "wanted_areas") continue;
    const table = sql`upstream.${sql.identifier(name)}`;
    const { rows } = await database.orm.execute(
      sql`select to_jsonb(t)::text as row from ${table} t where workspace_id = ${workspaceId}`,
    );
    // The history keeps that somebody moved one to the trash.
    texts.push(...rows.map(({ row }) => String(row)).filter((row) => !row.includes('"trashed_record.trashed"')));
  }
  return texts.join("\n");
}

test("three clients, four properties and two deals come at once, each marked wherever its name stands", async ({
  withSamples: owner,
}) => {
  const [clients, packages] = [await namesIn(owner, "/clients", "name"), await namesIn(owner, "/packages", "street")];
  expect([clients.length, packages.length, (await listed(owner, "/opportunities")).length]).toEqual([3, 4, 2]);
  for (const name of [...clients, ...packages]) expect(name).toMatch(/ \(sample\)$/);
  const [first] = await listed(owner, "/clients");
  const renamed = { type: "client", id: String(first?.id), attributes: { name: "Rosa" } };
  expect((await owner.send("PATCH", `/clients/${first?.id}`, renamed)).record.attributes.name).toBe("Rosa (sample)");
  expect((await owner.send("POST", "/samples")).status).toBe(409);
});

test("it is counted nowhere", async ({ withSamples: owner }) => {
  const figures = (await owner.get("/dashboard")).record.attributes;
  expect(figures).toMatchObject({
    clients: 0,
    open_deals: 0,
    new_this_week: 0,
    showings_this_week: 0,
    value_in_play: [],
  });
  expect(figures).toMatchObject({ has_samples: true, open_steps: expect.arrayContaining(["clients", "packages"]) });
  expect((await owner.get("/sessions/current")).record.attributes.counts).toMatchObject({ clients: 0, open_deals: 0 });
  const { counts } = (await owner.get("/opportunity_stage_counts")).record.attributes;
  expect(Array.isArray(counts) && counts.every(({ total }) => total === 0)).toBe(true);
});

test("nobody is emailed: it takes no address, goes with nobody real, and is told of to nobody", async ({
  service,
  workspace,
  withSamples: owner,
}) => {
  const manager = await workspace.join("manager");
  const [sample] = await listed(owner, "/clients");
  const clientId = String(sample?.id);
  const email = "real@person.example";
  const person = { type: "client_person", attributes: { clientId, name: "Real", email } };
  const own = await owner.newClient();
  const [property] = await listed(owner, "/packages");
  const pair = { clientId: own.id, packageId: String(property?.id) };
  const merge = { clientId: own.id, otherId: clientId };
  expect([
    (await owner.send("PATCH", `/clients/${clientId}`, { type: "client", id: clientId, attributes: { email } }))
      .problem,
    (await owner.send("POST", "/client_people", person)).problem,
    (await owner.send("POST", "/opportunities", { type: "opportunity", attributes: pair })).problem,
    (await owner.send("POST", "/client_merges", { type: "client_merge", attributes: merge })).problem,
  ]).toEqual([
    "400 invalid_attribute /data/attributes/email",
    "400 invalid_attribute /data/attributes/email",
    "400 invalid_attribute /data/attributes/client_id",
    "400 invalid_attribute /data/attributes/other_id",
  ]);
  const [deal] = (await listed(owner, "/opportunities")).filter(({ attributes }) => attributes.stage === "offer_sent");
  created(await move(manager, String(deal?.id), "offer_sent", "offer_declined"));
  await service.database.orm.execute(sql`update upstream.packages set offer_due_at = now() + interval '1 hour'
    where workspace_id = ${workspace.id}`);
  await notifyOfDueOffers(service.database.orm, new Date());
  expect([await listed(owner, "/notifications"), await listed(owner, "/tasks")]).toEqual([[], []]);
});

test("it is in no archive, and one act takes it out with all that was written about it", async ({
  service,
  workspace,
  owner,
}) => {
  const own = await owner.newClient({ name: "Maya Okafor" });
  await owner.send("POST", "/samples");
  const { orm } = service.database;
  for (const shape of await exportedShapes(orm))
    for await (const rows of exportedRows(orm, shape, workspace.id))
      expect([shape.name, JSON.stringify(rows)]).toEqual([shape.name, expect.not.stringContaining("(sample)")]);
  const [one, another] = await listed(owner, "/clients");
  const about = { type: "client", id: String(one?.id) };
  await owner.send("POST", "/tasks", { type: "task", attributes: { title: "Call the (sample)", about } });
  const trash = { type: "trashed_record", attributes: { kind: "client", recordId: String(another?.id) } };
  expect((await owner.send("POST", "/trashed_records", trash)).status).toBe(201);
  expect((await owner.send("DELETE", "/samples")).status).toBe(204);
  expect((await listed(owner, "/clients")).map(({ id }) => id)).toEqual([own.id]);
  expect((await listed(owner, "/packages")).concat(await listed(owner, "/opportunities"))).toEqual([]);
  expect(await rowsOf(service, workspace.id)).not.toContain("(sample)");
  expect((await owner.send("DELETE", "/samples")).status).toBe(204);
  expect((await owner.send("POST", "/samples")).status).toBe(204);
});

test("only owners and administrators add it and take it out", async ({ workspace, owner }) => {
  const manager = await workspace.join("manager");
  await owner.send("POST", "/samples");
  expect([(await manager.send("DELETE", "/samples")).status, (await manager.send("POST", "/samples")).status]).toEqual([
    403, 403,
  ]);
});

test("one act takes it out with every kind of record attached, whoever made them and wherever they lie", async ({
  service,
  workspace,
  withSamples: owner,
}) => {
  const member = await workspace.join("member");
  const [client, other] = await listed(owner, "/clients");
  const [property] = await listed(owner, "/packages");
  const [deal] = await listed(owner, "/opportunities");
  const [clientId, packageId, opportunityId] = [client, property, deal].map((record) => String(record?.id));
  const make = async (path: string, type: string, attributes: object) =>
    created(await owner.send("POST", path, { type, attributes }));
  await make("/client_people", "client_person", { clientId, name: "Theo (sample)", phoneNumber: "206 555 0188" });
  await make("/comments", "comment", { opportunityId, body: "Keen (sample)." });
  await make("/showings", "showing", { opportunityId, startsAt: "2031-05-01T17:00:00Z", note: "Lockbox (sample)" });
  for (const about of [
    { type: "client", id: clientId },
    { type: "package", id: packageId },
    { type: "opportunity", id: opportunityId },
  ])
    await make("/tasks", "task", { title: "Call (sample)", about, assigneeAccountId: member.accountId });
  const folder = await make("/folders", "folder", { clientId, name: "Papers (sample)" });
  await addDocument(service, owner, { folderId: folder.id, label: "Inside (sample).txt" });
  const paper = created(await addDocument(service, owner, { packageId, label: "Facts (sample).txt" }));
  await make("/tasks", "task", { title: "Read (sample)", about: { type: "document", id: paper.id } });
  await make("/comparables", "comparable", {
    ...{ packageId, address: "Sale (sample)", soldPrice: { amount: "850000.00", currency: "USD" } },
    ...{ soldOn: "2026-01-02", sqft: 1800 },
  });
  await make("/findings", "finding", { packageId, title: "Roof (sample)", system: "roof", severity: "repair" });
  await make("/share_links", "share_link", { packageId, label: "All (sample)", folderIds: [], includesReleased: true });
  await make("/messages", "message", { clientId, kind: "note", body: "Note (sample)" });
  const chosen = { kind: "client", action: "add_tag", value: "Fair", filters: `ids=${clientId}` };
  await make("/batches", "batch", chosen);
  // One is merged into another, and a deal and a document lie in the trash.
  await make("/client_merges", "client_merge", { clientId, otherId: String(other?.id) });
  const late = await make("/tasks", "task", { title: "Later (sample)", about: { type: "client", id: clientId } });
  await make("/trashed_records", "trashed_record", { kind: "task", recordId: late.id });
  await make("/trashed_records", "trashed_record", { kind: "opportunity", recordId: opportunityId });
  expect((await owner.send("POST", `/documents/${paper.id}/trashing`)).status).toBeLessThan(300);
  const removed = await owner.send("DELETE", "/samples");
  expect([removed.status, removed.text]).toEqual([204, ""]);
  const left = (await rowsOf(service, workspace.id)).split("\n");
  // What was done keeps ids, and no words: events, and which records a batch had.
  const ofHistory = (row: string) => row.includes('"occurred_at"') || row.includes('"batch_id"');
  expect(left.filter((row) => row.includes("(sample)") && !ofHistory(row))).toEqual([]);
  for (const id of [clientId, packageId, opportunityId])
    expect(left.filter((row) => row.includes(id ?? "") && !ofHistory(row))).toEqual([]);
  expect((await owner.get("/trashed_records")).records).toEqual([]);
});
