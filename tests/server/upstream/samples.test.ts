/** Sample data: marked, in no count, mail or export, and taken out whole. */
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { exportedRows, exportedShapes } from "#server/upstream/exports/archive-entries.ts";
import { notifyOfDueOffers } from "#server/upstream/notifications/due.ts";
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
