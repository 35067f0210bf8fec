import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { required } from "#app/json-api/api-error.ts";
import { type ApiConnection, createApiConnection } from "#app/json-api/connection.ts";
import type { Page } from "#app/json-api/page.ts";
import { path } from "#app/json-api/path.ts";
import type { Query } from "#app/json-api/query.ts";
import { allows, one, resource } from "#app/json-api/resource.ts";
import { readService } from "#app/json-api/service.ts";
import { describedForeignApi, type ForeignApi, startForeignApi } from "#tests/support/foreign-api.ts";
import { errorOf } from "./failing.ts";

// The client against a service that was written without it in mind.

const token = "foreign-token";
const failure = "Failed to fetch data";
const silent = { info() {}, warn() {} };

const buyerProfile = resource("buyer_profile", {
  minBeds: z.nullable(z.number()),
  preferredAreas: z.array(z.string()),
});
const client = resource(
  "client",
  { name: z.string(), email: z.nullable(z.string()), phoneNumber: z.nullable(z.string()), insertedAt: z.string() },
  { buyerProfile: one(buyerProfile) },
);

let service: ForeignApi;
let connection: ApiConnection;

beforeAll(async () => {
  service = await startForeignApi({ clients: 40, token });
  connection = createApiConnection({
    baseUrl: service.baseUrl,
    service: readService(describedForeignApi),
    log: silent,
  });
});

afterAll(async () => {
  await connection.close();
  service.close();
});

const api = () => connection.as({ token, requestId: "r" });

describe("jsonapi-server", () => {
  test("lists clients with their buyer profiles, newest first", async () => {
    const { items, page } = await api().list("/clients", client, { query: { include: "buyer_profile" }, failure });
    expect(items).toHaveLength(15);
    expect(items[0]).toEqual({
      id: "cccccccc-0000-4000-8000-000000000039",
      name: "Client 40",
      email: "client40@client.example",
      phoneNumber: null,
      insertedAt: "2024-02-09T00:00:00.000Z",
      buyerProfile: {
        id: "bbbbbbbb-0000-4000-8000-000000000039",
        minBeds: 4,
        preferredAreas: ["Old Town"],
        etag: null,
        can: ["as-described"],
      },
      etag: null,
      can: ["as-described", "update", "remove"],
    });
    expect(page).toEqual({
      total: 40,
      totalIsEstimate: false,
      before: null,
      after: expect.stringMatching(/^\?.*page%5Boffset%5D=15/),
      pageSize: 15,
    });
    expect(items.every((record) => allows(record, "update"))).toBe(true);
  });

  test("is paged to its end and back by the cursors alone", async () => {
    const names: string[] = [];
    let page: Page<unknown>["page"] | undefined;
    do {
      const query: Query = { "page[after]": page?.after };
      const next = await api().list("/clients", client, { query, failure });
      names.push(...next.items.map(({ name }) => name));
      page = next.page;
    } while (page.after !== null);
    expect(names).toEqual(Array.from({ length: 40 }, (_, index) => `Client ${40 - index}`));

    const middle = await api().list("/clients", client, { query: { "page[before]": page.before }, failure });
    expect(middle.items[0]?.name).toBe("Client 25");
    const first = await api().list("/clients", client, { query: { "page[before]": middle.page.before }, failure });
    expect(first.items[0]?.name).toBe("Client 40");
    expect(first.page.before).toBeNull();
  });

  test("sorts by what the caller names", async () => {
    const { items } = await api().list("/clients", client, { query: { sort: "inserted_at" }, failure });
    expect(items[0]?.name).toBe("Client 1");
  });

  test("shows one client, and creates, changes and removes one", async () => {
    const attributes = { name: "Maya Lindqvist", email: "maya@client.example", phoneNumber: "+1 555 0199" };
    const options = { key: crypto.randomUUID(), failure };
    const created = required(await api().create("/clients", client, attributes, options), failure);
    expect(created).toMatchObject({ ...attributes, insertedAt: "2026-01-01T00:00:00.000000Z", buyerProfile: null });

    const place = path`/clients/${created.id}`;
    expect(await api().find(place, client, { query: { include: "buyer_profile" }, failure })).toEqual(created);

    const changed = await api().update(
      place,
      client,
      created.id,
      { phoneNumber: null },
      { etag: created.etag, failure },
    );
    expect(changed).toEqual({ ...created, phoneNumber: null });

    await api().remove(place, { failure });
    expect(await errorOf(api().find(place, client, { failure }))).toMatchObject({
      kind: "missing",
      cause: { status: 404, code: "ENOTFOUND" },
    });
  });

  test("refuses in its own way", async () => {
    const nobody = connection.as({ requestId: "r" });
    expect(await errorOf(nobody.list("/clients", client, { failure }))).toMatchObject({ kind: "unauthenticated" });
    const nameless = api().create("/clients", client, { email: "x@client.example" }, { failure });
    expect(await errorOf(nameless)).toMatchObject({
      kind: "forbidden",
      cause: { code: "EFORBIDDEN" },
      message: failure,
    });
  });
});
