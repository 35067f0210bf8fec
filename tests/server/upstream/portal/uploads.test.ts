import { expect } from "vitest";
import { bringFile, newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { ticketOf } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const content = "We would lend you money.";
const upload = { name: "Pre-approval.txt", content, mime: "text/plain" };
const announced = { name: upload.name, size: content.length, mime: upload.mime };

const announce = (client: TestClient, attributes: object = announced) =>
  client.send("POST", "/portal/files/presigned_posts", { type: "presigned_post", attributes });

const add = (client: TestClient, fileId: string, headers: Readonly<Record<string, string>> = {}) =>
  client.send("POST", "/portal/documents", { type: "portal_document", attributes: { fileId }, headers });

const openRequests = async (owner: TestPerson, clientId: string) =>
  (await owner.get(`/portal_requests?filter[client_id]=${clientId}&filter[open]=true`)).records;

test("a client's document is among the client's, visible to them, known to them, and marked with their name", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner, "Nora Lind");
  const fileId = await bringFile(service, client, upload);
  const key = { "idempotency-key": crypto.randomUUID() };
  expect((await add(client, fileId, key)).record.attributes.label).toBe("Pre-approval.txt");
  expect((await add(client, fileId, key)).status).toBe(201);
  const [listed, ...others] = (await client.get("/portal/documents")).records;
  expect([listed?.attributes.label, listed?.attributes.news, others]).toEqual(["Pre-approval.txt", null, []]);
  const [document] = (await owner.get(`/documents?filter[client_id]=${record.id}&include=versions`)).records;
  expect(document?.attributes).toMatchObject({ label: "Pre-approval.txt", is_client_visible: true });
  const versions = await owner.get(`/documents/${document?.id}?include=versions`);
  expect(versions.text).toContain('"actor_name":"Nora Lind (client)"');
  const [event] = (await owner.get(`/activities?filter[client_id]=${record.id}`)).records;
  expect(event?.attributes).toMatchObject({ label: "Document added", actor_name: "Nora Lind" });
});

test("it waits for the agent until it is settled, once", async ({ service, workspace, owner }) => {
  const { client, record } = await newPortalClient(service, owner, "Nora Lind");
  await add(client, await bringFile(service, client, upload));
  const [request] = await openRequests(owner, record.id);
  expect(request?.attributes).toMatchObject({
    kind: "document",
    name: "Nora Lind",
    document_label: "Pre-approval.txt",
  });
  const path = `/portal_requests/${request?.id}/settlement`;
  const onlooker = await workspace.join("instructor");
  expect((await onlooker.send("POST", path)).problem).toBe("403 forbidden");
  const settled = await owner.send("POST", path);
  expect(settled.record.attributes.settled_by_name).toBe("Ada Marsh");
  expect(await openRequests(owner, record.id)).toEqual([]);
  expect((await owner.send("POST", path)).problem).toBe("403 forbidden");
  const stranger = (await service.newWorkspace()).owner;
  expect((await stranger.get(`/portal_requests/${request?.id}`)).status).toBe(404);
});

test("a document sent under the same name is kept beside the first", async ({ service, owner }) => {
  const { client } = await newPortalClient(service, owner);
  await add(client, await bringFile(service, client, upload));
  const second = await add(client, await bringFile(service, client, upload));
  expect(second.record.attributes.label).toBe("Pre-approval (2).txt");
});

test("nobody makes a document of somebody else's file, or one file twice", async ({ service, owner }) => {
  const { client } = await newPortalClient(service, owner);
  const other = await newPortalClient(service, owner);
  const fileId = await bringFile(service, client, upload);
  expect((await add(other.client, fileId)).problem).toBe("400 invalid_attribute /data/attributes/file_id");
  expect((await add(client, fileId)).status).toBe(201);
  expect((await add(client, fileId)).problem).toBe("400 invalid_attribute /data/attributes/file_id");
  const ticket = ticketOf(await announce(client));
  const stolen = { ...announced, uri: ticket.storage_uri, storageKey: ticket.upload_fields.key };
  const taken = await other.client.send("POST", "/portal/files", { type: "file", attributes: stolen });
  expect(taken.problem).toBe("400 invalid_attribute /data/attributes/storage_key");
});

test("a person announces 20 files a day, and none larger than the plan takes", async ({ service, owner }) => {
  const { client } = await newPortalClient(service, owner);
  const allowance = (await client.get("/portal/storage_allowance")).record.attributes;
  expect(allowance).toMatchObject({ used: 0, file_limit: 25 * 1024 ** 2 });
  const large = await announce(client, { ...announced, size: 26 * 1024 ** 2 });
  expect(large.problem).toBe("400 plan_limit /data/attributes/size");
  for (let file = 0; file < 20; file += 1) expect((await announce(client)).status).toBe(201);
  expect((await announce(client)).problem).toBe("400 daily_limit /data/attributes/size");
});

test("who is archived, revoked or only looks sends nothing", async ({ service, owner }) => {
  const { client, record, invitation } = await newPortalClient(service, owner);
  const view = { type: "portal_view", attributes: { clientId: record.id } };
  const look = (await owner.send("POST", "/portal_views", view)).record;
  const sent = { type: "presigned_post", attributes: announced, headers: { "x-portal-view": look.id } };
  expect((await owner.send("POST", "/portal/files/presigned_posts", sent)).status).toBe(401);
  const fileId = await bringFile(service, client, upload);
  await owner.send("POST", `/clients/${record.id}/archival`);
  expect((await add(client, fileId)).status).toBe(404);
  await owner.send("DELETE", `/clients/${record.id}/archival`);
  await owner.send("POST", `/portal_invitations/${invitation.id}/revocation`);
  expect((await announce(client)).status).toBe(404);
});

test("asking to be deleted twice is asking once, is in the history, and can be taken back", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner, "Nora Lind");
  expect((await client.get("/portal/deletion")).record.attributes.asked_at).toBeNull();
  for (let time = 0; time < 2; time += 1) expect((await client.send("POST", "/portal/deletion")).status).toBe(204);
  expect((await client.get("/portal/deletion")).record.attributes.asked_at).toEqual(expect.any(String));
  const requests = await openRequests(owner, record.id);
  expect(requests.map(({ attributes }) => attributes.kind)).toEqual(["deletion"]);
  const [event] = (await owner.get(`/activities?filter[client_id]=${record.id}`)).records;
  expect(event?.attributes).toMatchObject({
    label: "Asked to be deleted in the client portal",
    actor_name: "Nora Lind",
  });
  // Nobody puts the wish away: it is done, or taken back.
  expect((await owner.send("POST", `/portal_requests/${requests[0]?.id}/settlement`)).problem).toBe("403 forbidden");
  for (let time = 0; time < 2; time += 1) expect((await client.send("DELETE", "/portal/deletion")).status).toBe(204);
  expect((await client.get("/portal/deletion")).record.attributes.asked_at).toBeNull();
  expect(await openRequests(owner, record.id)).toEqual([]);
});
