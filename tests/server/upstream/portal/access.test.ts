import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { accept, invite, mailedToken, newPortalClient } from "#tests/support/portal-service.ts";
import type { UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

interface Operation {
  readonly method: string;
  readonly path: string;
}

const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ security: z.array(z.unknown()) }))),
});

/** Every call that wants a session. */
async function guardedCalls(service: UpstreamService): Promise<Operation[]> {
  const { paths } = description.parse(JSON.parse((await service.send("GET", "/open_api")).text));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security.length === 0 ? [] : [{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, randomUUID()) }],
    ),
  );
}

const isForClients = ({ path }: Operation) => path.startsWith("/portal/");
const isForBoth = ({ path }: Operation) => ["/sessions/current", "/push_subscription_renewals"].includes(path);

test("no call for staff takes a client's token, whatever workspace it names", async ({ service, workspace, owner }) => {
  const { client } = await newPortalClient(service, owner);
  const calls = (await guardedCalls(service)).filter((call) => !isForClients(call) && !isForBoth(call));
  expect(calls.length).toBeGreaterThan(80);
  for (const headers of [{}, { "x-workspace-id": workspace.id }]) {
    for (const { method, path } of calls) {
      const { status } = await client.send(method, path, { headers });
      expect(`${status} ${method} ${path}`).toBe(`401 ${method} ${path}`);
    }
  }
});

test("no call for clients takes a token of staff", async ({ service, owner }) => {
  const calls = (await guardedCalls(service)).filter(isForClients);
  expect(calls.length).toBeGreaterThan(5);
  for (const { method, path } of calls) {
    const { status } = await owner.send(method, path);
    expect(`${status} ${method} ${path}`).toBe(`401 ${method} ${path}`);
  }
});

test("a client's session says who they are, and which workspaces invited them", async ({
  service,
  workspace,
  owner,
}) => {
  const { client, email, record } = await newPortalClient(service, owner, "Nora Lind");
  const { attributes } = (await client.get("/sessions/current")).record;
  expect(attributes).toMatchObject({
    kind: "client",
    person: { name: "Nora Lind", first_name: "Nora", last_name: "Lind", email, phone_number: null },
    workspaces: [{ id: workspace.id, name: "Harbour Homes", initials: "HH", role: "client" }],
    workspace_id: workspace.id,
    permissions: [],
    portal: { client_id: record.id, is_archived: false, is_view: false, language: null, agent: { name: "Ada Marsh" } },
  });
});

test("a person was last seen in the minute of their latest page, whether the clock went on or was set back", async ({
  service,
  owner,
}) => {
  const { client, invitation, record } = await newPortalClient(service, owner);
  const shown = async () => {
    const { records } = await owner.get(`/portal_invitations?filter[client_id]=${record.id}`);
    return Date.parse(String(records[0]?.attributes.last_seen_at));
  };
  for (const off of ["- interval '2 minutes'", "+ interval '50 minutes'"]) {
    await service.database.orm.execute(
      sql`update upstream.portal_invitations set last_seen_at = now() ${sql.raw(off)} where id = ${invitation.id}`,
    );
    await client.get("/sessions/current");
    expect(Math.abs((await shown()) - Date.now()), off).toBeLessThan(60_000);
  }
});

test("revoking ends the access to that workspace by the next call, and to no other", async ({ service, owner }) => {
  const { client, email, invitation } = await newPortalClient(service, owner);
  const other = await service.newWorkspace();
  const elsewhere = await other.owner.newClient({ email, name: "Nora Lind" });
  await invite(other.owner, elsewhere.id);
  await accept(service, email);
  expect((await client.get("/sessions/current")).record.attributes).toMatchObject({ workspace_id: null });
  const here = { headers: { "x-workspace-id": owner.workspaceId } };
  const there = { headers: { "x-workspace-id": other.id } };
  expect((await client.send("GET", "/portal/overview", here)).status).toBe(200);
  expect((await owner.send("POST", `/portal_invitations/${invitation.id}/revocation`)).status).toBe(200);
  expect((await client.send("GET", "/portal/overview", here)).status).toBe(404);
  expect((await client.send("GET", "/portal/overview", there)).status).toBe(200);
  const left = { workspaces: [{ id: other.id }], households: [{ client_id: elsewhere.id }] };
  // What is left is not shown in place of what was asked for.
  const asked = (await client.send("GET", "/sessions/current", here)).record.attributes;
  expect(asked).toMatchObject({ workspace_id: null, ...left });
  expect((await client.get("/sessions/current")).record.attributes).toMatchObject({ workspace_id: other.id, ...left });
});

test("who is removed from a household, or whose address is changed, has no access from then on", async ({
  service,
  owner,
}) => {
  const record = await owner.newClient({ name: "Theo Lind" });
  const attributes = { clientId: record.id, name: "Nora Lind", email: `${randomUUID().slice(0, 12)}@buyer.example` };
  const person = (await owner.send("POST", "/client_people", { type: "client_person", attributes })).record;
  await invite(owner, record.id, attributes.email);
  const nora = await accept(service, attributes.email);
  expect((await nora.get("/portal/me")).record.attributes).toMatchObject({ name: "Nora Lind" });
  await owner.send("DELETE", `/client_people/${person.id}`);
  expect((await nora.get("/portal/me")).status).toBe(401);
  const { client, record: changed } = await newPortalClient(service, owner);
  await owner.send("PATCH", `/clients/${changed.id}`, {
    type: "client",
    id: changed.id,
    attributes: { email: "x@y.example" },
  });
  expect((await client.get("/portal/me")).status).toBe(401);
});

test("an archived client learns whom to ask, and nothing else", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  await owner.send("POST", `/clients/${record.id}/archival`);
  expect((await client.get("/portal/overview")).status).toBe(404);
  expect((await client.get("/sessions/current")).record.attributes).toMatchObject({
    portal: { is_archived: true, agent: { name: "Ada Marsh" } },
  });
});

test("staff look at a portal by a view of their own, which reads alone, and is in the history", async ({
  service,
  workspace,
  owner,
}) => {
  const record = await owner.newClient({ name: "Nora Lind" });
  const asked = { type: "portal_view", attributes: { clientId: record.id } };
  const view = (await owner.send("POST", "/portal_views", asked)).record;
  const headers = { "x-portal-view": view.id };
  expect((await owner.send("GET", "/portal/overview", { headers })).status).toBe(200);
  expect((await owner.send("GET", "/sessions/current", { headers })).record.attributes).toMatchObject({
    kind: "client",
    person: { name: "Nora Lind" },
    portal: { client_id: record.id, is_view: true },
  });
  expect((await owner.send("GET", "/clients", { headers })).status).toBe(401);
  const changed = { type: "portal_person", attributes: { name: "Somebody" }, headers };
  expect((await owner.send("PATCH", "/portal/me", changed)).status).toBe(401);
  const colleague = await workspace.join("member");
  expect((await colleague.send("GET", "/portal/overview", { headers })).status).toBe(404);
  expect((await colleague.send("POST", "/portal_views", asked)).status).toBe(404);
  const stranger = (await service.newWorkspace()).owner;
  expect((await stranger.send("GET", "/portal/overview", { headers })).status).toBe(404);
  const labels = (await owner.get(`/activities?filter[client_id]=${record.id}`)).records.map(
    ({ attributes }) => attributes.label,
  );
  expect(labels).toContain("Client portal viewed as the client");
});

test("an account whose address a client has, too, is another person", async ({ service, owner }) => {
  const { email } = await newPortalClient(service, owner);
  const linkToken = await askForLink(service, email);
  const wrong = await service.send("POST", "/sessions", { type: "session", attributes: { linkToken } });
  expect(wrong.problem).toBe("401 invalid_link");
  const right = await service.send("POST", "/portal/sessions", { type: "session", attributes: { linkToken } });
  expect(right.status).toBe(201);
});

async function askForLink(service: UpstreamService, email: string): Promise<string> {
  await service.send("POST", "/portal/sign_in_links", { type: "portal_sign_in_link", attributes: { email } });
  return mailedToken(service, email);
}

test("an address that is put back into a household opens nothing that it opened before", async ({ service, owner }) => {
  const client = await owner.newClient();
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const place = { type: "client_person", attributes: { clientId: client.id, name: "Theo", email } };
  const { record: person } = await owner.send("POST", "/client_people", place);
  await invite(owner, client.id, email);
  const former = await accept(service, email);
  const made = await former.send("POST", "/portal/calendar");
  const calendar = `/portal/calendars/${String(made.record.attributes.token)}`;
  const draft = { type: "portal_message_draft", attributes: { body: "For you alone." } };
  expect((await former.send("PATCH", "/portal/message_draft", draft)).status).toBe(204);
  expect((await service.send("GET", calendar)).status).toBe(200);

  await owner.send("DELETE", `/client_people/${person.id}`);
  expect(
    (await owner.send("POST", "/client_people", { ...place, attributes: { ...place.attributes, name: "Ben" } })).status,
  ).toBe(201);
  for (const again of [false, true]) {
    if (again) await invite(owner, client.id, email);
    const next = again ? await accept(service, email) : null;
    expect((await former.get("/portal/overview")).status).toBe(401);
    expect((await service.send("GET", calendar)).status).toBe(404);
    if (next !== null) expect((await next.get("/portal/message_draft")).record.attributes.body).toBe("");
  }
});

test("a changed address loses its access, and what was begun to write goes with its writer", async ({
  service,
  owner,
}) => {
  const { client: former, email, record } = await newPortalClient(service, owner);
  const draft = { type: "portal_message_draft", attributes: { body: "Still mine." } };
  await former.send("PATCH", "/portal/message_draft", draft);
  const address = `${randomUUID().slice(0, 12)}@buyer.example`;
  for (const next of [address, email, address]) {
    await owner.send("PATCH", `/clients/${record.id}`, { type: "client", attributes: { email: next } });
    expect((await former.get("/portal/overview")).status).toBe(401);
  }
  await invite(owner, record.id);
  expect((await (await accept(service, address)).get("/portal/message_draft")).record.attributes.body).toBe(
    "Still mine.",
  );
});
