import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { accept, invite, newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { addDocument, newPackage, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const open = (client: TestClient, kind: string, recordId: string) =>
  client.send("POST", "/portal/openings", { type: "portal_opening", attributes: { kind, recordId } });

/** A client with a property and a visible document of it. */
async function seed(service: UpstreamService, owner: TestPerson) {
  const portal = await newPortalClient(service, owner, "Nora Lind");
  const property = await newPackage(owner);
  const attributes = { clientId: portal.record.id, packageId: property.id };
  await owner.send("POST", "/opportunities", { type: "opportunity", attributes });
  const place = { packageId: property.id, isClientVisible: true };
  const document = (await addDocument(service, owner, place, { name: "Disclosure.txt" })).record;
  return { ...portal, property, document };
}

async function newsOf(client: TestClient): Promise<unknown[]> {
  return (await client.get("/portal/documents")).records.map(({ attributes }) => attributes.news);
}

test("a document is new until a person opens it, and again when there is a newer version", async ({
  service,
  owner,
}) => {
  const { client, document } = await seed(service, owner);
  expect(await newsOf(client)).toEqual(["new"]);
  expect((await open(client, "document", document.id)).status).toBe(204);
  expect(await newsOf(client)).toEqual([null]);
  const { id: fileId } = await uploadFile(service, owner, { name: "Disclosure.txt", content: "Two." });
  await owner.send("POST", `/documents/${document.id}/versions`, { type: "document", attributes: { fileId } });
  expect(await newsOf(client)).toEqual(["new_version"]);
  await open(client, "document", document.id);
  expect(await newsOf(client)).toEqual([null]);
});

test("the agent sees for each person what was opened and what never was; the history has the first time alone", async ({
  service,
  owner,
}) => {
  const { client, record, property, document } = await seed(service, owner);
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const person = { clientId: record.id, name: "Theo Lind", email };
  await owner.send("POST", "/client_people", { type: "client_person", attributes: person });
  await invite(owner, record.id, email);
  await accept(service, email);
  for (let time = 0; time < 3; time += 1) await open(client, "property", property.id);
  const { records } = await owner.get(`/clients/${record.id}/portal_openings`);
  expect(
    records.map(({ attributes: { name, kind, record_id, last_opened_at } }) => [
      name,
      kind,
      record_id,
      last_opened_at !== null,
    ]),
  ).toEqual([
    ["Nora Lind", "property", property.id, true],
    ["Nora Lind", "document", document.id, false],
    ["Theo Lind", "property", property.id, false],
    ["Theo Lind", "document", document.id, false],
  ]);
  const events = (await owner.get(`/activities?filter[client_id]=${record.id}`)).records;
  const told = events.filter(({ attributes }) => attributes.label === "Property opened in the client portal");
  expect(told.map(({ attributes }) => attributes.actor_name)).toEqual(["Nora Lind"]);
});

test("two openings at once are one", async ({ service, owner }) => {
  const { client, record, property } = await seed(service, owner);
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(client, "property", property.id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204));
  const events = (await owner.get(`/activities?filter[client_id]=${record.id}`)).records;
  const told = events.filter(({ attributes }) => attributes.kind === "portal_opening.property");
  expect(told).toHaveLength(1);
});

test("what is not the client's, and who may no longer enter, is not found; staff of elsewhere see nothing", async ({
  service,
  owner,
}) => {
  const { client, record, document, invitation } = await seed(service, owner);
  const other = await newPackage(owner);
  const hidden = (await addDocument(service, owner, { packageId: other.id, isClientVisible: true })).record;
  expect((await open(client, "property", other.id)).status).toBe(404);
  expect((await open(client, "document", hidden.id)).status).toBe(404);
  expect((await open(client, "other", document.id)).status).toBe(400);
  const stranger = (await service.newWorkspace()).owner;
  expect((await stranger.get(`/clients/${record.id}/portal_openings`)).status).toBe(404);
  await owner.send("POST", `/portal_invitations/${invitation.id}/revocation`);
  expect((await open(client, "document", document.id)).status).toBe(404);
});

test("a client reads the summary of a document once an agent has approved it", async ({ service, owner }) => {
  const { client, document } = await seed(service, owner);
  const path = `/portal/documents/${document.id}/summary`;
  const approve = async (approvedAt: string | null) => {
    await service.database.orm.execute(sql`
      insert into upstream.document_summaries 
        (workspace_id, document_id, version_number, file_id, state, method, points, month, approved_at)
      values (${owner.workspaceId}, ${document.id}, 1, ${String(document.attributes.file_id)}, 'ready', 'extract',
        ${JSON.stringify([{ text: "The roof is new.", page: 2 }])}::jsonb, '2026-11', ${approvedAt})
      on conflict (document_id, version_number) do update set approved_at = excluded.approved_at`);
  };
  await approve(null);
  expect((await client.get(path)).status).toBe(404);
  await approve("2026-11-01T00:00:00Z");
  expect((await client.get(path)).record.attributes).toMatchObject({ points: [{ text: "The roof is new.", page: 2 }] });
  const [listed] = (await client.get("/portal/documents")).records;
  expect(listed?.attributes.has_summary).toBe(true);
  const stranger = await newPortalClient(service, owner);
  expect((await stranger.client.get(path)).status).toBe(404);
});

test("opening a shared property counts at the client's link once for each person and visit, and at no other link", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const property = await newPackage(owner);
  const shared = { type: "client_share", attributes: { clientIds: [record.id] } };
  const [link] = (await owner.send("POST", `/packages/${property.id}/client_shares`, shared)).records;
  const outside = { packageId: property.id, label: "For the lender", folderIds: [] };
  await owner.send("POST", "/share_links", { type: "share_link", attributes: outside });
  const counts = async () =>
    Object.fromEntries(
      (await owner.get("/share_links")).records.map(({ id, attributes }) => [
        id === link?.id ? "client" : "outside",
        attributes.opened_count,
      ]),
    );
  const open = () =>
    client.send("POST", "/portal/openings", {
      type: "portal_opening",
      attributes: { kind: "property", recordId: property.id },
    });
  expect(await counts()).toEqual({ client: 0, outside: 0 });
  await Promise.all([open(), open()]);
  await open();
  expect(await counts()).toEqual({ client: 1, outside: 0 });
  await service.database.pool.query(
    "UPDATE upstream.portal_openings SET last_opened_at = last_opened_at - interval '31 minutes' WHERE client_id = $1",
    [record.id],
  );
  await open();
  await open();
  expect(await counts()).toEqual({ client: 2, outside: 0 });
});
