import { expect } from "vitest";
import { accept, invite, newPortalClient } from "#tests/support/portal-service.ts";
import { addDocument, addPhoto, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

/** Opens an opportunity of a client with a property; gives its id. */
async function pair(owner: TestPerson, clientId: string, packageId: string): Promise<string> {
  const attributes = { clientId, packageId };
  return (await owner.send("POST", "/opportunities", { type: "opportunity", attributes })).record.id;
}

test("a client sees the properties of their own opportunities, and nobody else's", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  const [own, other, archived] = [await newPackage(owner), await newPackage(owner), await newPackage(owner)];
  await pair(owner, record.id, own.id);
  await pair(owner, record.id, archived.id);
  await pair(owner, (await owner.newClient()).id, other.id);
  await owner.send("POST", `/packages/${archived.id}/archival`);
  const photo = await addPhoto(service, owner, own.id, { caption: "Front" });
  const hidden = await addPhoto(service, owner, other.id);
  const { records } = await client.get("/portal/properties");
  expect(records.map(({ id, attributes }) => [id, attributes.cover_id, attributes.stage])).toEqual([
    [own.id, photo.id, "open"],
  ]);
  const { record: shown } = await client.get(`/portal/properties/${own.id}`);
  expect(shown.attributes).toMatchObject({
    street: own.attributes.street,
    photos: [{ id: photo.id, caption: "Front" }],
  });
  expect((await client.get(`/portal/photos/${photo.id}`)).text).toBe("drawn");
  expect((await client.get(`/portal/photos/${photo.id}?size=small`)).text).toBe("small");
  for (const path of [
    `/portal/properties/${other.id}`,
    `/portal/properties/${archived.id}`,
    `/portal/photos/${hidden.id}`,
  ])
    expect((await client.get(path)).status, path).toBe(404);
});

test("documents are the visible ones of the client and of their properties", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  const [own, other] = [await newPackage(owner), await newPackage(owner)];
  await pair(owner, record.id, own.id);
  const visible = { isClientVisible: true };
  const add = async (place: object, name: string) =>
    (await addDocument(service, owner, place, { name, content: `Text of ${name}` })).record.id;
  const shown = await add({ packageId: own.id, ...visible }, "shown.txt");
  const mine = await add({ clientId: record.id, ...visible }, "mine.txt");
  const kept = await add({ packageId: own.id }, "kept.txt");
  const theirs = await add({ packageId: other.id, ...visible }, "theirs.txt");
  const trashed = await add({ packageId: own.id, ...visible }, "trashed.txt");
  await owner.send("POST", `/documents/${trashed}/trashing`);
  const { records } = await client.get("/portal/documents");
  expect(records.map(({ id, attributes }) => [id, attributes.property])).toEqual([
    [shown, own.attributes.street],
    [mine, null],
  ]);
  expect((await client.get(`/portal/documents/${shown}/content`)).text).toBe("Text of shown.txt");
  for (const id of [kept, theirs, trashed])
    expect((await client.get(`/portal/documents/${id}/content`)).status).toBe(404);
});

test("each person of a household has a priority of their own; the agent sees the newest", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner, "Nora Lind");
  const { id } = await newPackage(owner);
  const opportunityId = await pair(owner, record.id, id);
  const email = `theo.${opportunityId.slice(0, 8)}@buyer.example`;
  const person = { clientId: record.id, name: "Theo Lind", email };
  await owner.send("POST", "/client_people", { type: "client_person", attributes: person });
  await invite(owner, record.id, email);
  const theo = await accept(service, email);
  const choose = (by: typeof client, priority: string) =>
    by.send("POST", `/portal/properties/${id}/priority`, { type: "portal_priority", attributes: { priority } });
  expect((await choose(client, "High")).status).toBe(200);
  expect((await choose(client, "High")).status).toBe(200);
  expect((await choose(theo, "Low")).status).toBe(200);
  const own = async (by: typeof client) => (await by.get(`/portal/properties/${id}`)).record.attributes.own_priority;
  expect([await own(client), await own(theo)]).toEqual(["High", "Low"]);
  const deal = await owner.get(`/opportunities/${opportunityId}`);
  expect(deal.record.attributes.client_rank).toBe("Low");
  const events = (await owner.get(`/activities?filter[opportunity_id]=${opportunityId}`)).records;
  const told = events.filter(({ attributes }) => attributes.kind === "opportunity.updated");
  expect(told.map(({ attributes }) => [attributes.actor_name, attributes.changes])).toEqual([
    ["Theo Lind", [{ field: "client_rank", before: null, after: "Low" }]],
    ["Nora Lind", [{ field: "client_rank", before: null, after: "High" }]],
  ]);
  const refused = await choose(client, "Very");
  expect(refused.problem).toBe("400 invalid_attribute /data/attributes/priority");
  const elsewhere = await newPackage(owner);
  const path = `/portal/properties/${elsewhere.id}/priority`;
  const answer = await client.send("POST", path, { type: "portal_priority", attributes: { priority: "High" } });
  expect(answer.status).toBe(404);
});
