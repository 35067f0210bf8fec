/** Walks everything the service says it answers, so that a new resource is covered by being there. */

import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { newForeignRecords } from "./foreign-records.ts";
import { storedState } from "./stored-state.ts";

const test = sharedWorkspaceTest();

const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isWorkspaces: boolean;
}
let stranger: TestPerson;
/** A client of a third workspace. */
let guest: TestClient;
/** Somebody else's records, by the paths of their collections. */
let foreign: ReadonlyMap<string, string>;
let operations: readonly Operation[];

test.beforeAll(async ({ service }) => {
  foreign = await newForeignRecords(service);
  stranger = (await service.newWorkspace()).owner;
  guest = (await newPortalClient(service, (await service.newWorkspace()).owner)).client;
  const { paths } = description.parse(JSON.parse((await service.send("GET", "/open_api")).text));
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters }]) => ({
      method: method.toUpperCase(),
      path,
      isWorkspaces: parameters.some(({ name }) => name === "x-workspace-id"),
    })),
  );
});

function valid(path: string): object {
  const name = path.split("/")[1] ?? "";
  const type =
    { client_people: "client_person", portal_settings: "portal_settings" }[name] ??
    name.replace(/ies$/, "y").replace(/s$/, "");
  const attributes: Readonly<Record<string, object>> = {
    account: { profilePicture: null },
    comment: { body: "Theirs." },
    portal_question: { answer: "Theirs." },
    message: { body: "Theirs." },
    package_import: { entries: [{ row: 2, street: "8 Foreign Way" }] },
    client_import: { entries: [{ row: 2, name: "Theirs", email: "theirs@client.example" }] },
  };
  return { type, attributes: attributes[type] ?? {} };
}

function answers(attributes: object) {
  return { type: "portal_answers", attributes };
}

const assigned = { type: "assignment", attributes: { accountId: randomUUID() } };

/** Posts to a record that need to say something. */
const logged = { kind: "call", happenedAt: new Date().toISOString(), outcome: "talked" };

const posted: Readonly<Record<string, object>> = {
  "/documents/{id}/versions": { type: "document", attributes: { fileId: randomUUID() } },
  "/opportunities/{id}/moves": { type: "opportunity", attributes: { from: "open", to: "offer_suggeted" } },
  "/clients/{id}/copies": { type: "person_copy", attributes: {} },
  "/portal_requests/{id}/person_deletion": { type: "person_deletion", attributes: { keep: [] } },
  "/clients/{id}/calls": { type: "client", attributes: logged },
  "/opportunities/{id}/calls": { type: "opportunity", attributes: logged },
  "/folders/{id}/visibility": { type: "folder", attributes: { isClientVisible: true } },
  "/opportunities/{id}/after_closing": { type: "opportunity", attributes: { taskIds: [randomUUID()] } },
  "/opportunities/{id}/after_closing/undoing": { type: "opportunity", attributes: { afterClosingId: randomUUID() } },
  "/opportunities/{id}/undoing": { type: "opportunity", attributes: { moveId: randomUUID() } },
  "/portal/properties/{id}/priority": { type: "portal_priority", attributes: { priority: "High" } },
  "/portal/properties/{id}/interest": answers({ choice: "interested" }),
  "/portal/properties/{id}/rating": answers({ rating: 3 }),
  "/portal/properties/{id}/showings": answers({ times: ["2031-05-01T17:00:00Z"] }),
  "/portal/properties/{id}/showing_cancellation": answers({ showingId: randomUUID() }),
  "/portal/properties/{id}/offer_answer": answers({ suggestionId: randomUUID(), choice: "approved" }),
  "/portal/properties/{id}/repair_answers": answers({ answers: [{ findingId: randomUUID(), choice: "leave" }] }),
  "/portal/properties/{id}/questions": answers({ body: "Why?" }),
  "/opportunities/{id}/client_answers/acknowledgement": {
    type: "client_answers",
    attributes: { until: "2031-05-01T17:00:00Z" },
  },
  "/opportunities/{id}/suggestions": {
    type: "offer_suggestion",
    attributes: { price: { amount: "1", currency: "USD" }, replaces: null },
  },
  "/packages/{id}/client_shares": { type: "client_share", attributes: { clientIds: [randomUUID()] } },
  "/clients/{id}/package_shares": { type: "package_share", attributes: { packageIds: [randomUUID()] } },
  "/portal_requests/{id}/acceptance": {
    type: "portal_request",
    attributes: { fields: ["min_beds"], request: "*", profile: "*" },
  },
  "/message_threads/{id}/read": { type: "message_thread", attributes: { number: 1 } },
  "/accounts/members/{id}/removal": { type: "member_removal", attributes: { successorId: null } },
  "/clients/{id}/member_shares": { ...assigned, type: "member_share" },
  "/packages/{id}/member_shares": { ...assigned, type: "member_share" },
  "/clients/{id}/assignment": assigned,
  "/packages/{id}/assignment": assigned,
  "/opportunities/{id}/assignment": assigned,
  "/clients/{id}/bounced_addresses/retries": {
    type: "bounced_addresses",
    attributes: { email: "maya@client.example" },
  },
  "/packages/{id}/portal_release": { type: "portal_release", attributes: { costs: true } },
};

/** The calls that clients make. */
function isForClients(path: string): boolean {
  return path.startsWith("/portal/");
}

function collectionOf(path: string): string {
  return path.split("/{id}")[0] ?? "";
}

test("every verb on every record of another workspace is a plain 404, and nothing is written", async ({ service }) => {
  const before = await storedState(service);
  const named = operations.filter(({ path }) => path.includes("{id}"));
  const walked = [];
  for (const { method, path } of named) {
    const id = foreign.get(collectionOf(path));
    if (id === undefined) throw new Error(`This test has no record of another workspace for ${path}.`);
    const url = path.replace("{id}", id);
    const sent = method === "PATCH" ? valid(path) : method === "POST" ? (posted[path] ?? {}) : {};
    const { send } = isForClients(path) ? guest : stranger;
    const answer = await send(method, url, sent);
    expect([method, path, answer.problem]).toEqual([method, path, "404 not_found"]);
    const unknown = await send(method, path.replace("{id}", randomUUID()), sent);
    expect(withoutId(unknown.text)).toBe(withoutId(answer.text));
    walked.push(`${method} ${path}`);
  }
  expect(walked).toEqual(
    expect.arrayContaining([
      "GET /clients/{id}",
      "PATCH /clients/{id}",
      "POST /clients/{id}/archival",
      "DELETE /clients/{id}/archival",
      "PATCH /buyer_profiles/{id}",
      "DELETE /client_people/{id}",
      "GET /activities/{id}",
    ]),
  );
  expect(await storedState(service)).toEqual(before);
});

test("lists, searches and duplicates show nothing of another workspace", async () => {
  const client = foreign.get("/clients") ?? "";
  for (const path of [
    "/clients?filter[search]=maya",
    "/clients?page[limit]=250",
    "/clients/duplicates?email=maya@client.example&name=Maya%20Lindqvist",
    `/activities?filter[client_id]=${client}`,
    `/audit_events?filter[client_id]=${client}`,
  ]) {
    expect((await stranger.get(path)).records).toEqual([]);
  }
  const events = await stranger.get("/activities");
  expect(events.records.map(({ attributes }) => attributes.actor_account_id)).toEqual([stranger.accountId]);
  expect((await stranger.get("/clients?page[count]=true")).document.meta?.page?.total).toBe(0);
});

test("nothing can be added to another workspace's client", async ({ service }) => {
  const before = await storedState(service);
  const attributes = { clientId: foreign.get("/clients"), name: "Eve", email: "eve@client.example" };
  const answer = await stranger.send("POST", "/client_people", { type: "client_person", attributes });
  expect(answer.problem).toBe("404 not_found");
  expect(await storedState(service)).toEqual(before);
});

test("a header that names another workspace opens nothing, and falls back to nothing", async ({ service }) => {
  const before = await storedState(service);
  const headers = { "x-workspace-id": foreign.get("/workspaces") ?? "" };
  for (const { method, path, isWorkspaces } of operations) {
    if (!isWorkspaces) continue;
    const id = foreign.get(collectionOf(path)) ?? randomUUID();
    const sent = method === "POST" || method === "PATCH" ? valid(path) : {};
    const { send } = isForClients(path) ? guest : stranger;
    const answer = await send(method, path.replace("{id}", id), { ...sent, headers });
    expect([method, path, answer.problem]).toEqual([method, path, "404 not_found"]);
  }
  expect(operations.filter(({ isWorkspaces }) => isWorkspaces).length).toBeGreaterThan(10);
  expect(await storedState(service)).toEqual(before);
});

test("without a session every call about a workspace is 401", async ({ service }) => {
  for (const { method, path, isWorkspaces } of operations) {
    if (!isWorkspaces) continue;
    const id = foreign.get(collectionOf(path)) ?? randomUUID();
    const answer = await service.send(method, path.replace("{id}", id), method === "GET" ? {} : valid(path));
    expect([method, path, answer.problem]).toEqual([method, path, "401 unauthenticated"]);
  }
});

test("every table that holds a workspace's things says whose they are", async ({ service }) => {
  const { rows } = await service.database.orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables t where table_schema = 'upstream' and table_type = 'BASE TABLE' and not exists (
      select from information_schema.columns c where c.table_schema = 'upstream' and c.table_name = t.table_name
        and column_name = 'workspace_id' and is_nullable = 'NO')`);
  // People and what they sign in with belong to themselves; a handle may be held for a registration.
  const personal = [
    "accounts",
    "sessions",
    "access_events",
    "email_changes",
    "email_change_links",
    "mailed_links",
    "second_steps",
    "recovery_codes",
    "trusted_browsers",
    "second_step_setups",
    "waiting_sign_ins",
    "openid_identities",
    "registrations",
    "workspaces",
    "handles",
    "idempotency_keys",
    "portal_people",
    // One without a workspace lets somebody make one.
    "member_invitations",
    // Its id is the workspace's.
    "portal_settings",
    // The key pair is of all workspaces, and what waits goes with its subscription.
    "push_keys",
    "push_deliveries",
  ];
  expect(rows.map(({ name }) => name).filter((name) => !personal.includes(name))).toEqual([]);
});

test("the database itself refuses what belongs to a client of another workspace", async ({ service }) => {
  const clientId = foreign.get("/clients") ?? "";
  const write = service.database.orm.execute(sql`
    insert into upstream.client_people (workspace_id, client_id, name, email, email_key)
    values (${stranger.workspaceId}, ${clientId}, 'Eve', 'eve@client.example', 'eve@client.example')`);
  await expect(write).rejects.toThrow();
});

function withoutId(text: string): string {
  return text.replace(/"id":"[0-9a-f-]{36}"/g, "");
}
