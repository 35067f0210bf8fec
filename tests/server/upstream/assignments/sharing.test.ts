import { expect } from "vitest";
import { alderLane } from "#tests/support/records.ts";
import { addDocument } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

function share(by: TestPerson, path: string, { accountId }: TestPerson) {
  return by.send("POST", `${path}/member_shares`, { type: "member_share", attributes: { accountId } });
}

/** An agent with a client, a property, a deal and a document, and a colleague who has one client of their own. */
async function team(service: UpstreamService) {
  const workspace = await service.newWorkspace("standard");
  const [agent, reader] = [await workspace.join("member"), await workspace.join("member")];
  const client = await agent.newClient({ name: "Joan Field" });
  const property = await agent.send("POST", "/packages", { type: "package", attributes: alderLane });
  const pair = { clientId: client.id, packageId: property.record.id };
  const deal = await agent.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const document = await addDocument(service, agent, { packageId: property.record.id });
  await reader.newClient({ name: "Their Own" });
  const hidden = await agent.newClient({ name: "Joan Hidden" });
  return {
    ...{ workspace, agent, reader },
    clientId: client.id,
    client: `/clients/${client.id}`,
    property: `/packages/${property.record.id}`,
    deal: `/opportunities/${deal.record.id}`,
    document: `/documents/${document.record.id}`,
    hidden: `/clients/${hidden.id}`,
  };
}

const totalOf = async (person: TestPerson, path: string) => {
  const { document, records } = await person.get(`${path}${path.includes("?") ? "&" : "?"}page[count]=true`);
  return [records.length, document.meta?.page?.total];
};

test("a shared client is seen with deals, properties and documents, in lists, counts and the search", async ({
  service,
}) => {
  const { agent, reader, client, property, deal, document, hidden } = await team(service);
  expect((await reader.get(client)).status).toBe(404);
  expect((await share(agent, client, reader)).status).toBe(204);
  for (const path of [client, property, deal, document]) {
    const { status, record } = await reader.get(path);
    expect([path, status, record.meta.can]).toEqual([path, 200, []]);
  }
  expect((await reader.get(hidden)).status).toBe(404);
  expect(await totalOf(reader, "/clients")).toEqual([2, 2]);
  expect(await totalOf(reader, "/packages")).toEqual([1, 1]);
  expect(await totalOf(reader, "/opportunities")).toEqual([1, 1]);
  expect(await totalOf(reader, "/opportunities?filter[stage]=open")).toEqual([1, 1]);
  const counts = (await reader.get("/sessions/current")).record.attributes.counts;
  expect(counts).toMatchObject({ clients: 2, open_deals: 1 });
  const found = (await reader.get("/search?query=Joan")).text;
  expect([found.includes("Joan Field"), found.includes("Joan Hidden")]).toEqual([true, false]);
  const included = (await reader.get(`${client}?include=buyer_profile`)).document.included ?? [];
  expect(included.map(({ meta }) => meta.can)).toEqual([[]]);
});

test("a shared property shows itself and its documents, and no client or deal", async ({ service }) => {
  const { agent, reader, client, property, deal, document } = await team(service);
  await share(agent, property, reader);
  expect([(await reader.get(property)).status, (await reader.get(document)).status]).toEqual([200, 200]);
  expect([(await reader.get(client)).status, (await reader.get(deal)).status]).toEqual([404, 404]);
});

test("what is shared is there to look at: every write is refused as if it did not exist", async ({ service }) => {
  const { agent, reader, client, clientId, property, deal, document, workspace } = await team(service);
  await share(agent, client, reader);
  const about = { title: "Call", about: { type: "client", id: clientId } };
  const body = { clientId, body: "Hello" };
  const person = { clientId, name: "Ada", email: "ada@client.example" };
  const open = { clientId, packageId: property.split("/")[2] };
  const writes: readonly (readonly [method: string, path: string, type: string, attributes: object])[] = [
    ["PATCH", client, "client", { name: "Mine" }],
    ["PATCH", property, "package", { beds: 9 }],
    ["PATCH", deal, "opportunity", { rank: "Low" }],
    ["PATCH", document, "document", { label: "Mine" }],
    ["POST", `${client}/archival`, "client", {}],
    ["POST", `${client}/assignment`, "assignment", { accountId: reader.accountId }],
    ["POST", `${client}/member_shares`, "member_share", { accountId: reader.accountId }],
    ["POST", "/client_people", "client_person", person],
    ["POST", "/messages", "message", body],
    ["POST", "/tasks", "task", about],
    ["POST", "/opportunities", "opportunity", open],
    ["POST", "/portal_invitations", "portal_invitation", { clientId }],
  ];
  for (const [method, path, type, attributes] of writes) {
    const { status } = await reader.send(method, path, {
      type,
      ...(method === "PATCH" && { id: path.split("/")[2] }),
      attributes,
    });
    expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
  }
  expect((await workspace.owner.get(client)).record.attributes.name).toBe("Joan Field");
  expect((await workspace.owner.get("/tasks")).records).toEqual([]);
});

test("a share ends at once, with the membership too, and is in the history", async ({ service }) => {
  const { workspace, agent, reader, client, clientId } = await team(service);
  await share(agent, client, reader);
  expect((await share(agent, client, reader)).status).toBe(204);
  expect((await agent.get(`${client}/member_shares`)).records.map(({ id }) => id)).toEqual([reader.accountId]);
  const told = (await reader.get("/notifications")).records.map(({ attributes }) => attributes.title);
  expect(told).toEqual(["Ada Marsh shared Joan Field with you"]);
  const ending = `${client}/member_shares/${reader.accountId}`;
  expect([(await agent.send("DELETE", ending)).status, (await agent.send("DELETE", ending)).status]).toEqual([
    204, 204,
  ]);
  expect((await reader.get(client)).status).toBe(404);
  const events = (await agent.get(`/activities?filter[client_id]=${clientId}&page[limit]=50`)).records;
  const kinds = events.map(({ attributes }) => attributes.kind).filter((kind) => String(kind).includes("shared"));
  expect(kinds).toEqual(["client.unshared", "client.shared"]);

  await share(agent, client, reader);
  const attributes = { successorId: agent.accountId };
  const path = `/accounts/members/${reader.accountId}/removal`;
  await workspace.owner.send("POST", path, { type: "member_removal", attributes });
  expect((await agent.get(`${client}/member_shares`)).records).toEqual([]);
});

test("only those who may change a record share it, and only with members", async ({ service }) => {
  const { workspace, agent, reader, client } = await team(service);
  const instructor = await workspace.join("instructor");
  const stranger = (await service.newWorkspace()).owner;
  expect((await share(reader, client, reader)).status).toBe(404);
  expect((await share(instructor, client, reader)).status).toBe(403);
  expect((await share(stranger, client, reader)).status).toBe(404);
  expect((await share(agent, client, stranger)).status).toBe(400);
  expect((await stranger.get(`${client}/member_shares`)).status).toBe(404);
});
