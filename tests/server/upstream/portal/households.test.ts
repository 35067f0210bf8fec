import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import {
  accept,
  bringFile,
  invite,
  mailedToken,
  newPortalClient,
  type TestClient,
} from "#tests/support/portal-service.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

// One address in several households: of one workspace, and of another.

const test = newWorkspaceTest();

const at = (clientId: string) => ({ headers: { "x-portal-client": clientId } });

async function stateOf(client: TestClient, clientId: string) {
  const { attributes } = (await client.send("GET", "/sessions/current", at(clientId))).record;
  return attributes;
}

/** A client of the agent's who has the address; not invited yet. */
const newHousehold = (agent: TestPerson, name: string, email: string) => agent.newClient({ name, email });

async function signInByLink(service: UpstreamService, email: string): Promise<TestClient> {
  await service.send("POST", "/portal/sign_in_links", { type: "portal_sign_in_link", attributes: { email } });
  const attributes = { linkToken: await mailedToken(service, email) };
  const { record } = await service.send("POST", "/portal/sessions", { type: "session", attributes });
  const headers = { authorization: `Bearer ${String(record.attributes.token)}` };
  const client: TestClient = {
    token: String(record.attributes.token),
    send: (method, path, sent) => service.send(method, path, { ...sent, headers: { ...headers, ...sent?.headers } }),
    get: (path) => client.send("GET", path),
  };
  return client;
}

test("a person of two households of a workspace opens the one that the call names, and writes to that alone", async ({
  service,
  owner,
}) => {
  const { client: nora, email, record: hers } = await newPortalClient(service, owner, "Nora Lindqvist");
  const his = await newHousehold(owner, "Erik Lindqvist", email);
  await invite(owner, his.id);
  await accept(service, email);
  expect(await stateOf(nora, hers.id)).toMatchObject({
    portal: { client_id: hers.id },
    workspace_id: owner.workspaceId,
    workspaces: [{ id: owner.workspaceId }],
    households: [
      { client_id: his.id, name: "Erik Lindqvist", agent_name: "Ada Marsh", is_accepted: true, is_archived: false },
      { client_id: hers.id, name: "Nora Lindqvist", workspace_name: "Harbour Homes", is_accepted: true },
    ],
  });
  const body = "Our ceiling is 900k.";
  const attributes = { body, documentIds: [] };
  const sent = { type: "portal_message", attributes, ...at(his.id) };
  expect((await nora.send("POST", "/portal/messages", sent)).status).toBeLessThan(300);
  for (const [clientId, count] of [
    [his.id, 1],
    [hers.id, 0],
  ] as const) {
    const thread = await nora.send("GET", "/portal/messages", at(clientId));
    expect(JSON.stringify(thread.record.attributes).split(body).length - 1).toBe(count);
  }
  // Nothing is guessed where the call does not say which, or names one that is not theirs.
  expect((await nora.get("/portal/overview")).status).toBe(404);
  expect((await nora.send("POST", "/portal/messages", { type: "portal_message", attributes })).status).toBe(404);
  const others = await owner.newClient({ name: "Somebody Else" });
  for (const foreign of [others.id, randomUUID(), "none"])
    expect((await nora.send("GET", "/portal/overview", at(foreign))).status).toBe(404);
});

test("an invitation accepts the household that it names, and a sign-in accepts none", async ({ service, owner }) => {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const [hers, his] = [await newHousehold(owner, "Nora", email), await newHousehold(owner, "Erik", email)];
  await invite(owner, hers.id);
  await invite(owner, his.id);
  const byLink = await signInByLink(service, email);
  const { attributes: before } = (await byLink.get("/sessions/current")).record;
  expect(before).toMatchObject({
    workspace_id: null,
    workspaces: [],
    households: [
      { name: "Erik", is_accepted: false },
      { name: "Nora", is_accepted: false },
    ],
  });
  for (const { id } of [hers, his]) expect((await byLink.send("GET", "/portal/overview", at(id))).status).toBe(404);
  await invite(owner, his.id);
  const attributes = { invitationToken: await mailedToken(service, email) };
  const opened = await service.send("POST", "/portal/sessions", { type: "session", attributes });
  expect(opened.record.attributes.client_id).toBe(his.id);
  expect(await stateOf(byLink, his.id)).toMatchObject({
    households: [
      { name: "Erik", is_accepted: true },
      { name: "Nora", is_accepted: false },
    ],
  });
  expect((await byLink.send("GET", "/portal/overview", at(hers.id))).status).toBe(404);
});

test("an open invitation is accepted by whoever has proved the address, once, and by nobody else", async ({
  service,
  owner,
}) => {
  const { client: nora, email, record: hers } = await newPortalClient(service, owner);
  const his = await newHousehold(owner, "Erik", email);
  await invite(owner, his.id);
  const path = `/portal/households/${his.id}/acceptance`;
  const { client: stranger } = await newPortalClient(service, owner);
  expect((await stranger.send("POST", path)).status).toBe(404);
  expect((await owner.send("POST", path)).status).toBe(401);
  const times = await Promise.all([nora.send("POST", path), nora.send("POST", path)]);
  expect(times.map(({ status }) => status)).toEqual([204, 204]);
  expect((await nora.send("GET", "/portal/overview", at(his.id))).status).toBe(200);
  const events = (await owner.get(`/activities?filter[client_id]=${his.id}`)).records.filter(
    ({ attributes }) => attributes.label === "Invitation to the client portal accepted",
  );
  expect(events).toHaveLength(1);
  // Each of them was accepted by itself: none has the moment of another.
  const invitations = [hers.id, his.id].map((id) => owner.get(`/portal_invitations?filter[client_id]=${id}`));
  const accepted = (await Promise.all(invitations)).map(({ records }) => records[0]?.attributes.accepted_at);
  expect(new Set(accepted).size).toBe(2);
  const archived = await newHousehold(owner, "Old", email);
  await invite(owner, archived.id);
  await owner.send("POST", `/clients/${archived.id}/archival`);
  expect((await nora.send("POST", `/portal/households/${archived.id}/acceptance`)).status).toBe(404);
});

test("revoking closes the one household, and the other stays open", async ({ service, owner }) => {
  const { client: nora, email, record: hers, invitation } = await newPortalClient(service, owner, "Nora");
  const his = await newHousehold(owner, "Erik", email);
  await invite(owner, his.id);
  await accept(service, email);
  expect((await owner.send("POST", `/portal_invitations/${invitation.id}/revocation`)).status).toBe(200);
  expect((await nora.send("GET", "/portal/overview", at(hers.id))).status).toBe(404);
  expect((await nora.send("GET", "/portal/overview", at(his.id))).status).toBe(200);
  expect((await nora.get("/sessions/current")).record.attributes).toMatchObject({
    portal: { client_id: his.id },
    households: [{ name: "Erik" }],
  });
});

test("a mailed link names the household that it is about", async ({ service, owner }) => {
  const { email, record: hers } = await newPortalClient(service, owner);
  const his = await newHousehold(owner, "Erik", email);
  await invite(owner, his.id);
  const token = await mailedToken(service, email);
  const check = { type: "portal_link_check", attributes: { purpose: "invitation", token } };
  expect((await service.send("POST", "/portal/link_checks", check)).record.attributes).toMatchObject({
    is_live: true,
    client_id: his.id,
    client_name: "Erik",
  });
  await accept(service, email);
  const used = (await service.send("POST", "/portal/link_checks", check)).record.attributes;
  expect(used).toMatchObject({ is_live: false, client_id: his.id, client_name: null });
  expect(hers.id).not.toBe(his.id);
});

test("the copy of the data and a deletion cover every household of the workspace, told apart", async ({
  service,
  workspace,
  owner,
}) => {
  const { client: nora, email, record: hers } = await newPortalClient(service, owner, "Nora Lindqvist");
  const his = await newHousehold(owner, "Erik Lindqvist", email);
  await invite(owner, his.id);
  await accept(service, email);
  const strange = await service.newWorkspace();
  const elsewhere = await newHousehold(strange.owner, "Nora Elsewhere", email);
  await invite(strange.owner, elsewhere.id);
  await accept(service, email);
  const said: Readonly<Record<string, string>> = {
    [hers.id]: "Mine is 400k.",
    [his.id]: "Ours is 900k.",
    [elsewhere.id]: "Hello there.",
  };
  for (const [clientId, body] of Object.entries(said))
    await nora.send("POST", "/portal/messages", {
      type: "portal_message",
      attributes: { body, documentIds: [] },
      ...at(clientId),
    });
  const letter = { name: "Letter.txt", content: "We would lend you money.", mime: "text/plain" };
  const inHers: TestClient = {
    ...nora,
    send: (method, path, sent) => nora.send(method, path, { ...sent, ...at(hers.id) }),
  };
  const fileId = await bringFile(service, inHers, letter);
  await inHers.send("POST", "/portal/documents", { type: "portal_document", attributes: { fileId } });

  const copy = (await nora.send("GET", "/portal/copy", at(his.id))).record.attributes;
  const { sections } = z
    .object({ sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) })
    .parse(copy);
  expect(sections.messages?.map(({ household, body }) => [household, body])).toEqual([
    ["Erik Lindqvist", "Ours is 900k."],
    ["Nora Lindqvist", "Mine is 400k."],
  ]);
  expect(sections.documents?.map(({ household, name }) => [household, name])).toEqual([
    ["Nora Lindqvist", "Letter.txt"],
  ]);
  expect(sections.sign_ins).toHaveLength(3);
  expect((await nora.send("GET", `/portal/copy/files/${fileId}`, at(his.id))).status).toBe(200);
  const made = await owner.send("POST", `/clients/${hers.id}/copies`, { type: "person_copy", attributes: {} });
  expect(JSON.stringify(made.record.attributes)).toContain("Ours is 900k.");
  expect(JSON.stringify(made.record.attributes)).not.toContain("Hello there.");

  // Asked in one, it is asked in both, and can be taken back in both.
  const wish = async (clientId: string) =>
    (await nora.send("GET", "/portal/deletion", at(clientId))).record.attributes.asked_at;
  await nora.send("POST", "/portal/deletion", at(hers.id));
  await nora.send("POST", "/portal/deletion", at(his.id));
  expect([await wish(his.id), await wish(elsewhere.id)]).toEqual([await wish(hers.id), null]);
  await nora.send("DELETE", "/portal/deletion", at(his.id));
  expect(await wish(hers.id)).toBeNull();
  await nora.send("POST", "/portal/deletion", at(his.id));
  const [request, ...more] = (await owner.get("/portal_requests?filter[open]=true")).records.filter(
    ({ attributes }) => attributes.kind === "deletion",
  );
  expect([request?.attributes.client_id, more]).toEqual([his.id, []]);
  const path = `/portal_requests/${request?.id}/person_deletion`;
  expect((await owner.get(path)).record.attributes.households).toMatchObject([
    { client_name: "Erik Lindqvist", counts: { messages: 1, documents: 0 } },
    { client_name: "Nora Lindqvist", counts: { messages: 1, documents: 1 } },
  ]);
  const keep = [{ part: "messages", reason: "A contract.", until: "2033-01-01" }];
  expect((await owner.send("POST", path, { type: "person_deletion", attributes: { keep } })).status).toBe(204);
  for (const { id } of [hers, his]) {
    const thread = (await owner.get(`/messages?filter[client_id]=${id}`)).records;
    expect(thread.map(({ attributes }) => attributes.body)).not.toContain(said[id]);
    expect((await owner.get(`/clients/${id}`)).record.attributes).toMatchObject({ email: null });
  }
  const [retained] = (await owner.get("/retained_data")).records;
  const content = JSON.stringify((await owner.get(`/retained_data/${retained?.id}`)).record.attributes);
  for (const words of ["Erik Lindqvist", "Ours is 900k.", "Nora Lindqvist", "Mine is 400k."])
    expect(content).toContain(words);
  // What another workspace keeps stays.
  expect((await nora.send("GET", "/portal/overview", at(elsewhere.id))).status).toBe(200);
  expect((await nora.get("/sessions/current")).record.attributes.households).toMatchObject([
    { client_id: elsewhere.id },
  ]);
  expect(workspace.id).not.toBe(strange.id);
});
