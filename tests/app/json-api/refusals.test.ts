import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { EndedCall } from "#app/json-api/shared-connection.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { client } from "./client-resource.ts";
import { clientDocument, connect, json, transports } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";
const errors = [
  {
    id: "err-1",
    status: "400",
    code: "invalid_attribute",
    title: "InvalidAttribute",
    detail: "is taken",
    source: { pointer: "/data/attributes/phone_number" },
  },
];

async function refusing(
  status: number,
  body: string,
  headers: Record<string, string> = {},
  fetch = transports[0]?.[1],
) {
  const service = await startHttpService((_request, response) => {
    response.writeHead(status, { ...json, ...headers }).end(body);
  });
  return { service, ...connect(service.origin, { fetch: fetch ?? null, limits: { retries: 0 } }) };
}

describe.each(transports)("over %s", (_name, fetch) => {
  test.each([
    [400, "invalid"],
    [401, "unauthenticated"],
    [403, "forbidden"],
    [404, "missing"],
    [406, "unsupported"],
    [409, "conflict"],
    [410, "missing"],
    [412, "stale"],
    [413, "invalid"],
    [415, "unsupported"],
    [422, "invalid"],
    [429, "busy"],
    [503, "unavailable"],
  ])("%i is %s, for reads and for writes", async (status, kind) => {
    const { api } = await refusing(status, JSON.stringify({ errors }), {}, fetch);
    const calls = [
      api.list("/clients", client, { failure }),
      api.find("/clients/c1", client, { failure }),
      api.create("/clients", client, {}, { failure }),
      api.update("/clients/c1", client, "c1", { name: "M" }, { etag: '"1"', failure }),
      api.remove("/clients/c1", { failure }),
      api.act("/files/presign", z.unknown(), {}, { type: "presigned_post", failure }),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) {
      expect(error).toMatchObject({ kind, message: failure, fieldErrors: { phoneNumber: ["is taken"] } });
      expect(error.cause).toMatchObject({
        status,
        code: "invalid_attribute",
        errorId: "err-1",
        pointers: ["/data/attributes/phone_number"],
        reason: null,
      });
    }
  });

  test.each([405, 501])(
    "%i to a read finds nothing, and refuses a write as something that is not offered",
    async (status) => {
      const { api } = await refusing(status, "{}", {}, fetch);
      const reads = [
        api.list("/clients", client, { failure }),
        api.find("/clients/c1", client, { failure }),
        api.act("/clients/c1/portal_openings", z.unknown(), {}, { method: "GET", failure }),
      ];
      const writes = [
        api.create("/clients", client, {}, { failure }),
        api.update("/clients/c1", client, "c1", { name: "M" }, { etag: '"1"', failure }),
        api.remove("/clients/c1", { failure }),
        api.act("/files/presign", z.unknown(), {}, { type: "presigned_post", failure }),
      ];
      const all = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(errorOf));
      const [missing, unsupported] = await Promise.all([all(reads), all(writes)]);
      for (const error of missing) expect(error).toMatchObject({ kind: "missing" });
      for (const error of unsupported) expect(error).toMatchObject({ kind: "unsupported" });
    },
  );

  test.each([
    [401, 7],
    [403, 0],
  ])(
    "whoever asks hears of %i before their call fails, if it says that it does not know them",
    async (status, times) => {
      let told = 0;
      const { as } = await refusing(status, JSON.stringify({ errors }), {}, fetch);
      const api = as({
        onUnauthenticated: async () => {
          await Promise.resolve();
          told += 1;
        },
      });
      const calls = [
        () => api.list("/clients", client, { failure }),
        () => api.find("/clients/c1", client, { failure }),
        () => api.download("/files/f1/content", { failure }),
        () => api.create("/clients", client, {}, { failure }),
        () => api.update("/clients/c1", client, "c1", { name: "M" }, { etag: '"1"', failure }),
        () => api.remove("/clients/c1", { failure }),
        () => api.act("/files/presign", z.unknown(), {}, { type: "presigned_post", failure }),
      ];
      for (const call of calls) await errorOf(call());
      expect(told).toBe(times);
    },
  );

  test.each([
    [401, ["refusal"]],
    [403, ["refusal"]],
    [404, []],
  ])(
    "whoever asks hears that earlier answers may be outdated: at %i, and around each write",
    async (status, refusal) => {
      const told: string[] = [];
      const { as } = await refusing(status, JSON.stringify({ errors }), {}, fetch);
      const api = as({ onOutdated: (reason) => told.push(reason) });
      await errorOf(api.list("/clients", client, { failure }));
      await errorOf(api.download("/files/f1/content", { failure }));
      expect(told.splice(0)).toEqual([...refusal, ...refusal]);
      for (const write of [
        () => api.create("/clients", client, {}, { failure }),
        () => api.update("/clients/c1", client, "c1", { name: "M" }, { etag: '"1"', failure }),
        () => api.remove("/clients/c1", { failure }),
        () => api.act("/files/presign", z.unknown(), {}, { type: "presigned_post", failure }),
      ]) {
        await errorOf(write());
        expect(told.splice(0)).toEqual(["write", ...refusal, "write"]);
      }
    },
  );

  test.each([301, 302, 303, 307, 308])("a redirect (%i) is not followed", async (status) => {
    const elsewhere = await startHttpService(
      (_request, response) => void response.writeHead(200, json).end(clientDocument),
    );
    const { api } = await refusing(status, "", { location: `${elsewhere.origin}/api/clients/c1` }, fetch);
    expect(await errorOf(api.find("/clients/c1", client, { failure }))).toMatchObject({
      kind: "unexpected",
      cause: { status },
    });
    expect(elsewhere.received).toHaveLength(0);
  });

  test.each([
    ["an object of errors", '{"errors":{"detail":"no"}}', {}],
    ["HTML", "<!doctype html><h1>502 Bad Gateway</h1>", { "content-type": "text/html" }],
    ["HTML that says it is JSON:API", "<h1>oops</h1>", {}],
    ["nothing", "", {}],
    ["a cut-off document", JSON.stringify({ errors }).slice(0, 30), {}],
    ["a JSON text", '"no"', {}],
  ])("%s as the body is an error without details", async (_what, body, headers) => {
    const { api } = await refusing(500, body, headers, fetch);
    const error = await errorOf(api.find("/clients/c1", client, { failure }));
    expect(error).toMatchObject({ kind: "unavailable", message: failure, fieldErrors: {} });
    expect(error.cause).toMatchObject({ status: 500, code: null, errorId: null, pointers: [] });
  });
});

describe("a write that a gateway gave up, or in which the service failed,", () => {
  test.each([408, 500, 502, 504, 507])("(%i) may have been applied", async (status) => {
    const { api } = await refusing(status, "");
    const writes = [api.create("/clients", client, {}, { failure }), api.remove("/clients/c1", { failure })];
    for (const error of await Promise.all(writes.map(errorOf))) {
      expect(error).toMatchObject({ kind: "unknown-outcome", message: failure, cause: { status } });
    }
    expect(await errorOf(api.find("/clients/c1", client, { failure }))).toMatchObject({ kind: "unavailable" });
  });
});

describe("the log of a refused call", () => {
  test("has the details once, without the query and the service's texts", async () => {
    const body = JSON.stringify({ errors: [{ ...errors[0], detail: "maya@client.example is taken" }] });
    const { as, logged } = await refusing(422, body);
    const query = { "filter[search]": "maya" };
    await errorOf(as({ requestId: "r-9" }).list("/clients", client, { query, failure }));
    expect(logged).toEqual([
      {
        level: "info",
        message: "upstream refused a call",
        fields: {
          requestId: "r-9",
          kind: "invalid",
          method: "GET",
          path: "/clients",
          status: 422,
          code: "invalid_attribute",
          errorId: "err-1",
          pointers: ["/data/attributes/phone_number"],
          reason: null,
          attempts: 1,
        },
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain("maya");
  });

  test("is a warning for unexpected failures", async () => {
    const { api, logged } = await refusing(500, "");
    await errorOf(api.find("/clients/c1", client, { failure }));
    expect(logged).toMatchObject([{ level: "warn", message: "upstream call failed", fields: { kind: "unavailable" } }]);
  });
});

describe("credentials", () => {
  const token = "canary/token+4711==";
  const apiKey = "canary/key-4712";

  test.each(transports)("that the service repeats are hidden (%s)", async (_name, fetch) => {
    const service = await startHttpService(({ headers }, response) => {
      const seen = `${headers.authorization} ${headers["x-api-key"]}`;
      const error = { id: seen, code: seen, detail: seen, source: { pointer: `/data/attributes/${seen}` } };
      // PHP spells "/" so.
      response.writeHead(400, json).end(JSON.stringify({ errors: [error] }).replaceAll("/", "\\/"));
    });
    const { as, logged } = connect(service.origin, { fetch, apiKey });
    const error = await errorOf(as({ token }).create("/clients", client, {}, { failure }));
    const everything = JSON.stringify([error, error.cause, error.fieldErrors, error.stack, logged]);
    expect(everything).toContain("[hidden]");
    expect(everything).not.toContain("canary");
  });

  test.each(transports)("that are invalid in a header are not in the error (%s)", async (_name, fetch) => {
    const service = await startHttpService(
      (_request, response) => void response.writeHead(200, json).end(clientDocument),
    );
    const { as, logged } = connect(service.origin, { fetch });
    const error = await errorOf(as({ token: `${token}\r\nx-evil: 1` }).find("/clients/c1", client, { failure }));
    expect(JSON.stringify([error, error.cause, error.stack, logged])).not.toContain("canary");
    expect(service.received).toHaveLength(0);
  });
});

describe("a success of another shape", () => {
  test.each([
    ["GET", '{"data":[{"type":"client","id":"1","attributes":{}}]}', "Required", "data.0.name: Required"],
    ["GET", '{"data":{}}', "Expected array, received object", "data: Expected array, received object"],
    ["GET", "", "Required", ": Required"],
  ])("has the catalog's message (%s %s)", async (_method, body, message, reason) => {
    const { api, logged } = await refusing(200, body);
    expect(await errorOf(api.list("/clients", client, { failure }))).toMatchObject({
      kind: "unexpected",
      message,
      cause: { status: 200, reason },
    });
    expect(logged).toMatchObject([{ level: "warn", fields: { reason } }]);
  });

  test("makes the outcome of a write unknown", async () => {
    const { api } = await refusing(201, '{"data":null}');
    expect(await errorOf(api.create("/clients", client, {}, { failure }))).toMatchObject({ kind: "unknown-outcome" });
  });
});

test("each call is counted once, by the kind of its records and by how it ended, with all its attempts", async () => {
  const statuses = [503, 200, 200, 404];
  const service = await startHttpService((_request, response) => {
    response.writeHead(statuses.shift() ?? 200, json).end(clientDocument);
  });
  const ended: (readonly [resource: string, outcome: string])[] = [];
  const onCall = ({ resource, outcome }: EndedCall) => void ended.push([resource, outcome]);
  const { api, as } = connect(service.origin, { onCall, limits: { retries: 1 } });
  await api.find("/clients/c1", client, { failure });
  await api.act("/files/presign", z.unknown(), {}, { type: "presigned_post", failure });
  await errorOf(api.find("/clients/c2", client, { failure }));
  await errorOf(as({ signal: AbortSignal.abort() }).find("/clients/c1", client, { failure }));
  await service.close();
  await errorOf(api.find("/clients/c1", client, { failure }));
  expect(ended).toEqual([
    ["clients", "ok"],
    ["files", "ok"],
    ["clients", "missing"],
    ["clients", "canceled"],
    ["clients", "unavailable"],
  ]);
});
