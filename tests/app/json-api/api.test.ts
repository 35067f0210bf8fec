import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createApiConnection } from "#app/json-api/connection.ts";
import { latchkey } from "#app/json-api/service.ts";
import { type Behaviour, startHttpService } from "#tests/support/http-service.ts";
import { client, clientRow } from "./client-resource.ts";
import { clientDocument, clientsDocument, connect, json, transports } from "./connecting.ts";

const failure = "Failed to fetch data";

function answer(status: number, body: string, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { ...json, ...headers }).end(body);
  };
}

describe.each(transports)("over %s", (_name, fetch) => {
  test("list requests and reads a page", async () => {
    const next = "/api/clients?page%5Bafter%5D=abc";
    const document = {
      data: [clientRow("c1"), clientRow("c2")],
      links: { next },
      meta: { page: { limit: 15, total: 17 } },
    };
    const service = await startHttpService(answer(200, JSON.stringify(document)));
    const { api } = connect(service.origin, { fetch });

    const { items, page } = await api.list("/clients", client, { query: { include: "buyer_profile" }, failure });

    expect(items.map(({ id }) => id)).toEqual(["c1", "c2"]);
    expect(page).toEqual({ total: 17, totalIsEstimate: false, before: null, after: "abc", pageSize: 15 });
    expect(service.received).toMatchObject([
      {
        method: "GET",
        url: "/api/clients?page%5Bcount%5D=true&page%5Blimit%5D=15&sort=-inserted_at&include=buyer_profile",
        body: "",
      },
    ]);
  });

  test("find reads one record with the response's version", async () => {
    const service = await startHttpService(answer(200, clientDocument, { etag: '"v1"' }));
    const { api } = connect(service.origin, { fetch });
    const record = await api.find("/clients/c1", client, { query: { include: ["buyer_profile"] }, failure });
    expect(record).toMatchObject({ id: "c1", name: "Maya", etag: '"v1"' });
    expect(service.received[0]?.url).toBe("/api/clients/c1?include=buyer_profile");
  });

  test("create sends a document of the type, without what was left empty, and reads the record", async () => {
    const service = await startHttpService(answer(201, clientDocument));
    const { api } = connect(service.origin, { fetch });
    const attributes = { name: "Maya 🏠", phoneNumber: null, email: undefined, note: "", tags: [], isNew: false };
    const record = await api.create("/clients", client, attributes, {
      key: "k-1",
      query: { include: "people" },
      failure,
    });
    expect(record?.id).toBe("c1");
    expect(service.received).toMatchObject([
      { method: "POST", url: "/api/clients?include=people", headers: { "idempotency-key": '"k-1"' } },
    ]);
    expect(JSON.parse(service.received[0]?.body ?? "")).toEqual({
      data: { type: "client", attributes: { name: "Maya 🏠", tags: [], isNew: false } },
    });
  });

  test.each([200, 201, 202, 204])("a write that is answered %i without a body is done", async (status) => {
    const service = await startHttpService(answer(status, ""));
    const { api, logged } = connect(service.origin, { fetch });
    expect(await api.create("/clients", client, { name: "M" }, { failure })).toBeNull();
    expect(await api.update("/clients/c1", client, "c1", { name: "M" }, { failure })).toBeNull();
    expect(await api.act("/clients/c1/archival", client, {}, { failure })).toBeNull();
    await api.remove("/clients/c1", { failure });
    expect(logged).toEqual([]);
  });

  test("an update without attributes is not sent", async () => {
    const service = await startHttpService(answer(200, clientDocument));
    const { api } = connect(service.origin, { fetch });
    expect(await api.update("/clients/c1", client, "c1", {}, { etag: '"c1-3"', failure })).toBeNull();
    expect(service.received).toEqual([]);
  });

  test("update sends the record's id and version", async () => {
    const service = await startHttpService(answer(200, clientDocument));
    const { api } = connect(service.origin, { fetch });
    await api.update("/clients/c1", client, "c1", { name: "M" }, { key: "k", etag: '"c1-3"', failure });
    await api.update("/clients/c1", client, "c1", { name: "M" }, { key: "k", etag: null, failure });
    expect(service.received).toMatchObject([
      { method: "PATCH", url: "/api/clients/c1", headers: { "if-match": '"c1-3"', "idempotency-key": '"k"' } },
      { method: "PATCH" },
    ]);
    expect(service.received[1]?.headers).not.toHaveProperty("if-match");
    expect(JSON.parse(service.received[0]?.body ?? "")).toEqual({
      data: { type: "client", id: "c1", attributes: { name: "M" } },
    });
  });

  test.each([
    [204, ""],
    [200, clientDocument],
    [200, ""],
  ])("remove accepts %i %s", async (status, body) => {
    const service = await startHttpService((_request, response) => void response.writeHead(status, json).end(body));
    const { api } = connect(service.origin, { fetch });
    await expect(api.remove("/people/p1", { etag: '"p1-1"', failure })).resolves.toBeUndefined();
    const key = expect.stringMatching(/^"[0-9a-f-]{36}"$/);
    expect(service.received).toMatchObject([
      { method: "DELETE", body: "", headers: { "if-match": '"p1-1"', "idempotency-key": key } },
    ]);
  });

  test("an action sends its input as the attributes of a document and reads the response by its schema", async () => {
    const service = await startHttpService(answer(200, JSON.stringify({ result: { upload_uri: "u" } })));
    const { api } = connect(service.origin, { fetch });
    const ticket = z.object({ uploadUri: z.string() });
    const options = { type: "presigned_post", failure };
    expect(await api.act("/files/presign", ticket, { name: "a.pdf", size: 5 }, options)).toEqual({ uploadUri: "u" });
    expect(service.received).toMatchObject([{ method: "POST", url: "/api/files/presign" }]);
    expect(JSON.parse(service.received[0]?.body ?? "")).toEqual({
      data: { type: "presigned_post", attributes: { name: "a.pdf", size: 5 } },
    });
  });

  test("an action may respond with a record", async () => {
    const service = await startHttpService(answer(200, clientDocument));
    const { api } = connect(service.origin, { fetch });
    const record = await api.act("/clients/c1/archival", client, {}, { method: "DELETE", etag: '"1"', failure });
    expect(record?.name).toBe("Maya");
    expect(service.received).toMatchObject([{ method: "DELETE", body: "", headers: { "if-match": '"1"' } }]);
  });

  test("an action may have an empty response", async () => {
    const service = await startHttpService((_request, response) => void response.writeHead(204).end());
    const { api } = connect(service.origin, { fetch });
    await expect(api.act("/sessions/current", z.unknown(), {}, { method: "DELETE", failure })).resolves.toBeUndefined();
  });

  test("every request has the user's headers and the JSON:API media type", async () => {
    const service = await startHttpService(answer(200, clientsDocument));
    const { as } = connect(service.origin, {
      fetch,
      apiKey: "the-key",
      apiKeyHeader: "X-Api-Auth",
      workspaceHeader: "X-Tenant",
    });
    await as({ token: "the-token", workspaceId: "w1", requestId: "r-77" }).list("/clients", client, { failure });
    await as({ token: null, workspaceId: undefined }).list("/clients", client, { failure });

    const [signedIn, anonymous] = service.received;
    expect(signedIn?.headers).toMatchObject({
      accept: "application/vnd.api+json",
      "content-type": "application/vnd.api+json",
      authorization: "Bearer the-token",
      "x-tenant": "w1",
      "x-api-auth": "the-key",
      "x-request-id": "r-77",
    });
    expect(anonymous?.headers).toMatchObject({ "x-api-auth": "the-key" });
    expect(anonymous?.headers).not.toHaveProperty("authorization");
    expect(anonymous?.headers).not.toHaveProperty("x-tenant");
    expect(anonymous?.headers).not.toHaveProperty("idempotency-key");
  });

  test("attributes are sent in snake case where configured, with free-form maps unchanged", async () => {
    const service = await startHttpService(answer(201, clientDocument));
    const { api } = connect(service.origin, {
      fetch,
      service: { ...latchkey, names: { attributes: "snake", parameters: "snake" } },
    });
    const attributes = {
      phoneNumber: "1",
      metadata: { someKey: 1, "X-Amz-Date": 2 },
      buyerProfile: { minBeds: 2, budget: { currencyCode: "USD" } },
      notInTheSchema: { keptAsItIs: 1 },
    };
    await api.create("/clients", client, attributes, { failure });
    expect(JSON.parse(service.received[0]?.body ?? "").data.attributes).toEqual({
      phone_number: "1",
      metadata: { someKey: 1, "X-Amz-Date": 2 },
      buyer_profile: { min_beds: 2, budget: { currency_code: "USD" } },
      not_in_the_schema: { keptAsItIs: 1 },
    });
  });

  test("a key that is no UUID stays within its quotes", async () => {
    const service = await startHttpService(answer(201, clientDocument));
    const { api } = connect(service.origin, { fetch });
    await api.create("/clients", client, {}, { key: 'a"b\r\nX-Evil: 1\ud800', failure });
    expect(service.received[0]?.headers["idempotency-key"]).toBe('"a%22b%0D%0AX-Evil%3A%201%EF%BF%BD"');
    expect(service.received[0]?.headers).not.toHaveProperty("x-evil");
  });

  test("a trailing slash of the root is ignored", async () => {
    const service = await startHttpService(answer(200, clientDocument));
    const { api } = connect(service.origin, { fetch, baseUrl: `${service.origin}/deep/api/` });
    await api.find("/clients/c1", client, { failure });
    expect(service.received[0]?.url).toBe("/deep/api/clients/c1");
  });
});

test("calls over the network share their connections", async () => {
  const ports = new Set<number | undefined>();
  const service = await startHttpService((_request, response, socket) => {
    ports.add(socket.remotePort);
    response.writeHead(200, json).end(clientDocument);
  });
  const { as } = connect(service.origin);
  for (let call = 0; call < 20; call += 1) await as({}).find("/clients/c1", client, { failure });
  expect(service.received).toHaveLength(20);
  // The pool may not yet know that the first is free again when the second call comes.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test("nothing is sent after closing", async () => {
  const service = await startHttpService(answer(200, clientDocument));
  const silent = { info() {}, warn() {} };
  const connection = createApiConnection({ baseUrl: service.origin, log: silent, limits: { retries: 0 } });
  await connection.close();
  const find = connection.as({ requestId: "r" }).find("/c", client, { failure });
  await expect(find).rejects.toMatchObject({ kind: "unavailable" });
  expect(service.received).toHaveLength(0);
});
