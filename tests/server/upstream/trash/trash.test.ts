import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { sweepUnusedFiles } from "#server/upstream/files/sweep.ts";
import { sweepTrashedRecords } from "#server/upstream/trash/trashing.ts";
import type { TestRecord } from "#tests/support/answers.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { addDocument, addPhoto, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const trash = (person: TestPerson, kind: string, { id: recordId }: { id: string }, match?: string) =>
  person.send("POST", "/trashed_records", {
    type: "trashed_record",
    attributes: { kind, recordId },
    ...(match !== undefined && { headers: { "if-match": match } }),
  });
const restore = (person: TestPerson, { id }: { id: string }) =>
  person.send("POST", `/trashed_records/${id}/restoration`);
const purge = (person: TestPerson, { id }: { id: string }) => person.send("DELETE", `/trashed_records/${id}`);
const make = async (person: TestPerson, path: string, type: string, attributes: object): Promise<TestRecord> => {
  const answer = await person.send("POST", path, { type, attributes });
  expect(answer.status, JSON.stringify(answer.document)).toBe(201);
  return answer.record;
};

/** A client, a property and their deal, with something of each kind. */
async function seed(service: UpstreamService, owner: TestPerson) {
  const tag = randomUUID().slice(0, 8);
  const { record: client, client: person } = await newPortalClient(service, owner, "Nora Lind");
  const house = await newPackage(owner, { street: "9 Quarry Road" });
  const deal = await make(owner, "/opportunities", "opportunity", { clientId: client.id, packageId: house.id });
  await make(owner, "/comments", "comment", { opportunityId: deal.id, body: `Keen ${tag}.` });
  await make(owner, "/showings", "showing", { opportunityId: deal.id, startsAt: "2031-05-01T17:00:00Z" });
  for (const about of [
    { type: "client", id: client.id },
    { type: "package", id: house.id },
    { type: "opportunity", id: deal.id },
  ])
    await make(owner, "/tasks", "task", { title: "Call", dueOn: "2026-01-01", about });
  const folder = await make(owner, "/folders", "folder", { clientId: client.id, name: "Papers" });
  await make(owner, "/folders", "folder", { parentId: folder.id, name: "Older papers" });
  const paper = await addDocument(service, owner, { folderId: folder.id, label: `Letter ${tag}.txt` });
  const plan = await addDocument(service, owner, { packageId: house.id, label: "Plan.txt", isClientVisible: true });
  await addPhoto(service, owner, house.id);
  await make(owner, "/messages", "message", { clientId: client.id, body: "Hello.", packageId: house.id });
  await person.send("POST", "/portal/messages", { type: "portal_message", attributes: { body: `Hello back ${tag}.` } });
  await make(owner, "/share_links", "share_link", {
    packageId: house.id,
    label: "Link",
    folderIds: [],
    includesUnfiled: true,
  });
  return { tag, client, person, house, deal, paper: paper.record, plan: plan.record };
}

/** Rows of all tables of a workspace, but for their versions and the history of the trash itself. */
async function rowsOf({ database }: UpstreamService, workspaceId: string) {
  const { rows: tables } = await database.orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'upstream' and column_name = 'workspace_id' and table_type = 'BASE TABLE' order by 1`);
  const left = ["notifications", "search_words", "document_texts", "thumbnails"];
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables.filter((table) => !left.includes(table.name))) {
    const isHistory = name === "activities" ? sql`and kind not like 'trashed_record.%'` : sql``;
    const { rows } = await database.orm.execute<{ row: unknown }>(sql`
      select to_jsonb(t) - 'version' as row from ${sql.raw(`upstream."${name}"`)} t
      where workspace_id = ${workspaceId} ${isHistory} order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** In which tables a text still is. */
async function tablesWith({ database }: UpstreamService, text: string): Promise<string[]> {
  const { rows: tables } = await database.orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'upstream' and table_type = 'BASE TABLE' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.orm.execute(
      sql`select from ${sql.raw(`upstream."${name}"`)} t where t::text like ${`%${text}%`} limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test.for(["client", "package", "opportunity"] as const)(
  "a %s in the trash is in no table, and every row of every table is there again once it is restored",
  async (kind, { service, owner }) => {
    const { client, house, deal } = await seed(service, owner);
    const record = { client, package: house, opportunity: deal }[kind];
    const before = await rowsOf(service, owner.workspaceId);
    const moved = await trash(owner, kind, record);
    expect(moved.status, JSON.stringify(moved.document)).toBe(201);
    expect(moved.record.attributes).toMatchObject({ kind, trash_ends_at: expect.any(String) });
    expect((await trash(owner, kind, record)).status).toBe(404);
    expect(await tablesWith(service, record.id)).toEqual(
      expect.not.arrayContaining([
        "clients",
        "packages",
        "opportunities",
        "documents",
        "tasks",
        "messages",
        "showings",
      ]),
    );
    for (const path of ["/opportunities", "/showings"]) expect((await owner.get(path)).records).toEqual([]);
    expect((await owner.get(`/${kind === "opportunity" ? "opportunities" : `${kind}s`}/${record.id}`)).status).toBe(
      404,
    );
    expect((await restore(owner, record)).status).toBe(204);
    const after = await rowsOf(service, owner.workspaceId);
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
    expect((await restore(owner, record)).status).toBe(404);
  },
);

test("a client in the trash is in no list, count or search, and their portal is closed until they are restored", async ({
  service,
  owner,
}) => {
  const { client, person } = await seed(service, owner);
  await trash(owner, "client", client);
  expect((await owner.get("/clients?page[count]=true")).document.meta?.page?.total).toBe(0);
  expect((await owner.get("/clients?filter[search]=nora")).records).toEqual([]);
  expect((await owner.get("/message_threads")).records).toEqual([]);
  expect((await owner.get("/tasks")).records.map(({ attributes }) => attributes.title)).toEqual(["Call"]);
  expect((await owner.get("/documents")).records.map(({ attributes }) => attributes.label)).toEqual(["Plan.txt"]);
  expect((await person.get("/portal/messages")).status).toBe(404);
  await restore(owner, client);
  expect((await person.get("/portal/messages")).status).toBe(200);
});

test("deleted for good, nothing but name and counts in the history is left, and files go", async ({
  service,
  owner,
}) => {
  const { tag, client, house, paper } = await seed(service, owner);
  await trash(owner, "client", client);
  await trash(owner, "package", house);
  const file = String(paper.attributes.file_id);
  await service.database.orm.execute(sql`update upstream.files set inserted_at = now() - interval '20 days'`);
  await sweepUnusedFiles(service.database.orm, new Date());
  expect(await tablesWith(service, file)).toContain("files");
  for (const record of [client, house]) expect((await purge(owner, record)).status).toBe(204);
  expect(await tablesWith(service, file)).toEqual([]);
  for (const text of [client.id, house.id]) expect(await tablesWith(service, text)).toEqual(["activities"]);
  // The history keeps what was written down of the workspace itself.
  expect(await tablesWith(service, tag)).toEqual([]);
  const { rows } = await service.database.orm.execute(
    sql`select from upstream.pictures where workspace_id = ${owner.workspaceId}`,
  );
  expect(rows).toEqual([]);
  const [event] = (await owner.get("/activities")).records;
  expect(event?.attributes).toMatchObject({
    label: "Deleted permanently",
    changes: expect.arrayContaining([{ field: "property", before: "9 Quarry Road", after: null }]),
  });
  expect((await restore(owner, client)).status).toBe(404);
});

test("a deal whose client and property are both in the trash comes back with the later one", async ({
  service,
  owner,
}) => {
  const { client, house, deal } = await seed(service, owner);
  await trash(owner, "client", client);
  await trash(owner, "package", house);
  await restore(owner, client);
  expect((await owner.get(`/opportunities/${deal.id}`)).status).toBe(404);
  await restore(owner, house);
  expect((await owner.get(`/opportunities/${deal.id}`)).record.attributes.client_id).toBe(client.id);
  expect((await owner.get("/showings")).records).toHaveLength(1);
});

test("a deal is not restored beside another one of its pair, nor before its client", async ({ service, owner }) => {
  const { client, house, deal } = await seed(service, owner);
  await trash(owner, "opportunity", deal);
  await trash(owner, "client", client);
  const early = await restore(owner, deal);
  expect([early.status, early.document.errors?.[0]?.detail]).toEqual([
    409,
    "Restore the client and the property of this opportunity first.",
  ]);
  await restore(owner, client);
  const second = await make(owner, "/opportunities", "opportunity", { clientId: client.id, packageId: house.id });
  expect((await restore(owner, deal)).status).toBe(409);
  await trash(owner, "opportunity", second);
  expect((await restore(owner, deal)).status).toBe(204);
});

test("after 30 days it is gone", async ({ service, owner }) => {
  const client = await owner.newClient();
  await trash(owner, "client", client);
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await sweepTrashedRecords(service.database.orm, days(29));
  expect((await owner.get(`/trashed_records/${client.id}`)).status).toBe(200);
  await sweepTrashedRecords(service.database.orm, days(31));
  expect((await owner.get(`/trashed_records/${client.id}`)).status).toBe(404);
  expect(await tablesWith(service, client.id)).toEqual(["activities"]);
});

test.for<[Role, readonly number[]]>([
  ["admin", [201, 204, 204]],
  ["manager", [201, 204, 403]],
  ["member", [404, 404, 404]],
  ["instructor", [403, 403, 403]],
])(
  "of others' records the %s moves, restores and deletes as the product says",
  async ([role, expected], { workspace, service }) => {
    const owner = (await service.newWorkspace("standard")).owner;
    expect(workspace.id).not.toBe(owner.workspaceId);
    const standard = await service.newWorkspace("standard");
    const person = await standard.join(role);
    const client = await standard.owner.newClient();
    const moved = (await trash(person, "client", client)).status;
    await trash(standard.owner, "client", client);
    const restored = (await restore(person, client)).status;
    await trash(standard.owner, "client", client);
    expect([moved, restored, (await purge(person, client)).status]).toEqual(expected);
    await trash(standard.owner, "client", client);
    expect((await restore(owner, client)).status).toBe(404);
  },
);

test("If-Match moves a record to the trash only while it is still that", async ({ service, workspace }) => {
  const { owner } = workspace;
  const { client, house, deal } = await seed(service, owner);
  const call = await make(owner, "/tasks", "task", { title: "Call", dueOn: "2026-01-01" });
  const kinds = [
    ["task", `/tasks/${call.id}`, { title: "Call back" }],
    ["opportunity", `/opportunities/${deal.id}`, { rank: "Low" }],
    ["package", `/packages/${house.id}`, { city: "Tacoma" }],
    ["client", `/clients/${client.id}`, { name: "Nora Lindqvist" }],
  ] as const;
  for (const [kind, path, attributes] of kinds) {
    const { record: shown } = await owner.get(path);
    const changed = await owner.send("PATCH", path, { type: kind, id: shown.id, attributes });
    expect([kind, changed.status]).toEqual([kind, 200]);
    const refused = await trash(owner, kind, shown, shown.meta.etag);
    expect([kind, refused.problem]).toEqual([kind, "412 precondition_failed If-Match"]);
    expect((await owner.get(path)).status).toBe(200);
    const { record: now } = await owner.get(path);
    expect([kind, (await trash(owner, kind, now, now.meta.etag)).status]).toEqual([kind, 201]);
    expect((await owner.get(path)).status).toBe(404);
  }
});

test("the description says that moving to the trash takes If-Match", async ({ service }) => {
  const { text } = await service.send("GET", "/open_api");
  const { parameters } = JSON.parse(text).paths["/trashed_records"].post;
  expect(parameters).toContainEqual({ name: "If-Match", in: "header", schema: { type: "string" } });
});
