import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { Api } from "#app/json-api/api.ts";
import { required } from "#app/json-api/api-error.ts";
import { type ApiConnection, type ApiConnectionOptions, createApiConnection } from "#app/json-api/connection.ts";
import type { Page } from "#app/json-api/page.ts";
import { path } from "#app/json-api/path.ts";
import type { Query } from "#app/json-api/query.ts";
import { allows, many, one, resource } from "#app/json-api/resource.ts";
import { latchkey, type Service } from "#app/json-api/service.ts";
import { listenLocally } from "#tests/support/listening.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { errorOf } from "./failing.ts";

const test = sharedWorkspaceTest();

// The client against the embedded service, in this process as the product calls it, and over the network.

const failure = "Failed to fetch data";
const silent = { info() {}, warn() {} };

const buyerProfile = resource("buyer_profile", {
  budget: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
  minBeds: z.nullable(z.number()),
  preferredAreas: z.array(z.string()),
});
const person = resource("client_person", { name: z.string(), email: z.nullable(z.string()) });
const client = resource(
  "client",
  {
    name: z.string(),
    email: z.nullable(z.string()),
    phoneNumber: z.nullable(z.string()),
    insertedAt: z.string(),
    archivedAt: z.nullable(z.string()),
  },
  { buyerProfile: one(buyerProfile), people: many(person) },
);
const include = { include: ["buyer_profile", "people"] } satisfies Query;
const snake: Service = { ...latchkey, names: { attributes: "snake", parameters: "snake" } };
let server: ServerType;
const connections = new Map<string, ApiConnection>();

test.beforeAll(async ({ service }) => {
  const { fetch } = service.upstream;
  server = createAdaptorServer({ fetch });
  const common = { log: silent } satisfies Partial<ApiConnectionOptions>;
  const baseUrl = `http://127.0.0.1:${await listenLocally(server)}/api`;
  connections.set("over the network", createApiConnection({ ...common, baseUrl }));
  connections.set("in this process", createApiConnection({ ...common, baseUrl: "http://embedded.invalid/api", fetch }));
  connections.set("in snake case", createApiConnection({ ...common, baseUrl, service: snake }));
});

test.afterAll(async () => {
  for (const connection of connections.values()) await connection.close();
  server.close();
});

describe.each(["over the network", "in this process", "in snake case"])("%s", (name) => {
  function apiFor({ token, workspaceId }: Pick<TestPerson, "token" | "workspaceId">): Api {
    const connection = connections.get(name);
    if (!connection) throw new Error(`There is no connection ${name}.`);
    return connection.as({ token, workspaceId, requestId: "r" });
  }

  async function newAgent(service: UpstreamService) {
    const { owner } = await service.newWorkspace();
    return { owner, api: apiFor(owner) };
  }

  test("a client is created, found, changed, archived and restored", async ({ service }) => {
    const { api } = await newAgent(service);
    const attributes = { name: "Maya Lindqvist", email: "maya@client.example", phoneNumber: "+1 555 0100" };
    const options = { key: crypto.randomUUID(), query: include, failure };
    const created = required(await api.create("/clients", client, attributes, options), failure);
    expect(created).toMatchObject({ ...attributes, archivedAt: null, people: [] });
    expect(created.buyerProfile).toMatchObject({ budget: null, preferredAreas: [] });
    expect(created.etag).toMatch(/^".+"$/);
    expect(allows(created, "update")).toBe(true);

    const place = path`/clients/${created.id}`;
    expect(await api.find(place, client, { query: include, failure })).toEqual(created);

    const { etag } = created;
    const changed = await api.update(
      place,
      client,
      created.id,
      { phoneNumber: null },
      { etag, query: include, failure },
    );
    expect(changed).toMatchObject({ ...attributes, phoneNumber: null });
    const late = api.update(place, client, created.id, { name: "M" }, { etag, failure });
    expect(await errorOf(late)).toMatchObject({ kind: "stale", message: failure, cause: { status: 412 } });

    const archived = await api.act(path`/clients/${created.id}/archival`, client, {}, { failure });
    expect(archived?.archivedAt).not.toBeNull();
    const back = await api.act(path`/clients/${created.id}/archival`, client, {}, { method: "DELETE", failure });
    expect(back?.archivedAt).toBeNull();
  });

  test("a profile has nested names", async ({ service }) => {
    const { api, owner } = await newAgent(service);
    const { id } = await owner.newClient();
    const { buyerProfile: profile } = await api.find(path`/clients/${id}`, client, { query: include, failure });
    const wishes = {
      budget: { amount: "450000.00", currency: "USD" },
      minBeds: 3,
      preferredAreas: ["Harbour", "Old Town"],
    };
    const profileId = profile?.id ?? "";
    const place = path`/buyer_profiles/${profileId}`;
    expect(await api.update(place, buyerProfile, profileId, wishes, { etag: profile?.etag, failure })).toMatchObject(
      wishes,
    );
  });

  test("people are added to and removed from a household", async ({ service }) => {
    const { api, owner } = await newAgent(service);
    const { id: clientId } = await owner.newClient();
    const bo = { clientId, name: "Bo", email: "bo@client.example" };
    const added = required(await api.create("/client_people", person, bo, { failure }), failure);
    expect((await api.find(path`/clients/${clientId}`, client, { query: include, failure })).people).toMatchObject([
      { id: added.id, name: "Bo" },
    ]);
    await api.remove(path`/client_people/${added.id}`, { etag: added.etag, failure });
    expect((await api.find(path`/clients/${clientId}`, client, { query: include, failure })).people).toEqual([]);
  });

  test("a list is paged to its end and back by cursors", async ({ service }) => {
    const { api, owner } = await newAgent(service);
    for (let index = 1; index <= 7; index += 1) await owner.newClient({ name: `Client ${index}` });
    const pages: Page<{ name: string }>[] = [];
    let after: string | null = null;
    do {
      const query: Query = { "page[limit]": 3, "page[after]": after };
      const page: Page<{ name: string }> = await api.list("/clients", client, { query, failure });
      pages.push(page);
      after = page.page.after;
    } while (after !== null);
    expect(pages.map(({ items }) => items.map((item) => item.name))).toEqual([
      ["Client 7", "Client 6", "Client 5"],
      ["Client 4", "Client 3", "Client 2"],
      ["Client 1"],
    ]);
    expect(pages[0]?.page).toMatchObject({ total: 7, totalIsEstimate: false, before: null, pageSize: 3 });
    const query: Query = { "page[limit]": 3, "page[before]": pages[2]?.page.before };
    expect((await api.list("/clients", client, { query, failure })).items[0]?.name).toBe("Client 4");
  });

  test("a search accepts any text", async ({ service }) => {
    const { api, owner } = await newAgent(service);
    await owner.newClient({ name: "Zoë O'Neill & Søn" });
    await owner.newClient({ name: "Somebody Else" });
    const found = await api.list("/clients", client, { query: { "filter[search]": "zoe o'neill & s" }, failure });
    expect(found.items.map((item) => item.name)).toEqual(["Zoë O'Neill & Søn"]);
    const strange = api.list("/clients", client, { query: { "filter[search]": "\ud800[%]&page[limit]=1" }, failure });
    expect((await strange).items).toEqual([]);
  });

  test("the same key is written once", async ({ service }) => {
    const { api } = await newAgent(service);
    const key = crypto.randomUUID();
    const attributes = { name: "Once", email: "once@client.example" };
    const send = () => api.create("/clients", client, attributes, { key, failure });
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    expect(new Set(answers.map((answer) => answer?.id)).size).toBe(1);
    expect((await api.list("/clients", client, { failure })).page.total).toBe(1);

    const other = api.create("/clients", client, { ...attributes, name: "Other" }, { key, failure });
    expect(await errorOf(other)).toMatchObject({ kind: "invalid", cause: { code: "idempotency_key_reused" } });
  });

  test("errors are at their fields", async ({ service }) => {
    const { api } = await newAgent(service);
    const attributes = { name: "", email: "nobody", phoneNumber: "x".repeat(51) };
    const error = await errorOf(api.create("/clients", client, attributes, { failure }));
    expect(error).toMatchObject({ kind: "invalid", message: failure, cause: { status: 400 } });
    expect(Object.keys(error.fieldErrors).sort()).toEqual(["email", "name", "phoneNumber"]);
    expect(error.cause.errorId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.for([
    ["nobody", null, "unauthenticated"],
    ["somebody with another's token", "never-issued", "unauthenticated"],
  ] as const)("%s is turned away", async ([_who, token, kind], { service }) => {
    const { owner } = await newAgent(service);
    const api = apiFor({ token: token ?? "", workspaceId: owner.workspaceId });
    expect(await errorOf(api.list("/clients", client, { failure }))).toMatchObject({ kind, message: failure });
  });

  test("other workspaces' records, invalid ids and unknown cursors are no failures of the service", async ({
    service,
  }) => {
    const { api } = await newAgent(service);
    const { owner: stranger } = await newAgent(service);
    const { id } = await stranger.newClient();
    expect(await errorOf(api.find(path`/clients/${id}`, client, { failure }))).toMatchObject({ kind: "missing" });
    expect(await errorOf(api.find("/clients/no-uuid", client, { failure }))).toMatchObject({ kind: "missing" });
    const lost = api.list("/clients", client, { query: { "page[after]": "garbage" }, failure });
    expect(await errorOf(lost)).toMatchObject({ kind: "invalid", cause: { code: "invalid_keyset" } });
  });
});
