import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type DescribedService, readService } from "#app/json-api/service.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { client, clientRow } from "./client-resource.ts";
import { connect, json } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";

const described: DescribedService = {
  names: { attributes: "dash", parameters: "snake" },
  paging: {
    kind: "number",
    size: "page[size]",
    largest: 50,
    count: null,
    total: "meta.total",
    endsWithoutNext: false,
  },
  writes: { include: false, ids: true, links: "linkage" },
  versions: false,
  keys: false,
  lists: Object.fromEntries(
    ["clients", "opportunities"].map((word) => [
      word,
      {
        path: word,
        type: `node--${word}`,
        attributes: {},
        includes: {},
        sorts: {},
        filters: {},
        fields: false,
        writes: ["create", "update"],
      },
    ]),
  ),
  calls: [],
};
const service = readService(described);

const created = (body: string) => {
  const { data } = JSON.parse(body);
  return JSON.stringify({ data: { ...data, attributes: { ...data.attributes, "phone-number": "0" } } });
};

describe("a write", () => {
  test("is sent bare, in the service's own words, with an id that every send of its form has", async () => {
    const kept = new Map<string, string>();
    const api = await startHttpService(({ method, url, body }, response) => {
      const id = method === "GET" ? (url.split("/").at(-1) ?? "") : JSON.parse(body).data.id;
      if (method === "POST" && kept.has(id)) return void response.writeHead(403, json).end('{"errors":[]}');
      if (method === "POST") kept.set(id, created(body));
      response.writeHead(200, json).end(kept.get(id));
    });
    const unkept: string[] = [];
    const line = connect(api.origin, { service }).as({ onUnkept: (names) => unkept.push(...names) });
    const options = { key: "form-1", failure, query: { include: "buyer_profile" } };
    const typed = { name: "Ada", phoneNumber: "+1 555 0100", clientId: "c7" };
    const first = await line.create("/clients", client, typed, options);
    expect(api.received[0]?.url).toBe("/api/clients");
    expect(JSON.parse(api.received[0]?.body ?? "").data).toEqual({
      type: "node--clients",
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      attributes: { name: "Ada", "phone-number": "+1 555 0100" },
      relationships: { client: { data: { type: "node--clients", id: "c7" } } },
    });
    expect(unkept).toEqual(["phoneNumber"]);
    expect((await line.create("/clients", client, typed, options))?.id).toBe(first?.id);
    expect((await line.create("/clients", client, typed, { ...options, key: "form-2" }))?.id).not.toBe(first?.id);
    expect(kept.size).toBe(2);
  });

  test("is saved with 2xx, whatever cannot be read of the answer", async () => {
    const api = await startHttpService((_request, response) => {
      response.writeHead(201, json).end(JSON.stringify({ data: { type: "node--clients", id: "1" } }));
    });
    const { api: line } = connect(api.origin, { service });
    expect(await line.create("/clients", client, { name: "Ada" }, { key: "k", failure })).toBeNull();
    expect(await line.update("/clients/1", client, "1", { name: "Eve" }, { key: "k", failure })).toBeNull();
  });

  test("that the description does not have is not made", async () => {
    const api = await startHttpService((_request, response) => void response.writeHead(200, json).end("{}"));
    const { api: line } = connect(api.origin, { service });
    for (const call of [
      line.remove("/clients/1", { failure }),
      line.create("/packages", client, { name: "x" }, { failure }),
      line.act("/clients/1/archival", client, {}, { failure }),
      line.list("/clients", client, { query: { "filter[search]": "x" }, failure }),
      line.find("/dashboard", client, { failure }),
      line.download("/files/1/content", { failure }),
    ])
      expect((await errorOf(call)).kind).toBe("not-offered");
    expect(api.received).toEqual([]);
  });
});

describe("what a service is asked", () => {
  test("waits as long as Retry-After says, for all calls of a token", async () => {
    const api = await startHttpService(({ headers }, response) => {
      const isLimited = headers.authorization === "Bearer busy";
      response.writeHead(isLimited ? 429 : 200, { ...json, ...(isLimited && { "retry-after": "600" }) });
      response.end(isLimited ? "" : '{"data":[]}');
    });
    const { as } = connect(api.origin, { service });
    for (let reload = 0; reload < 5; reload += 1)
      expect((await errorOf(as({ token: "busy" }).list("/clients", client, { failure }))).kind).toBe("busy");
    expect(api.received).toHaveLength(1);
    await as({ token: "other" }).list("/clients", client, { failure });
    expect(api.received).toHaveLength(2);
  });

  test("waits for everybody after 503", async () => {
    const api = await startHttpService((_request, response) => {
      response.writeHead(503, { ...json, "retry-after": "600" }).end();
    });
    const { as } = connect(api.origin, { service });
    expect((await errorOf(as({ token: "a" }).list("/clients", client, { failure }))).kind).toBe("unavailable");
    expect((await errorOf(as({ token: "b" }).list("/opportunities", client, { failure }))).kind).toBe("busy");
    expect(api.received).toHaveLength(1);
  });

  test("may come compressed, and a list that is cut off is one list", async () => {
    const rows = { data: [clientRow("1")], meta: { total: 1 } };
    const whole = gzipSync(JSON.stringify(rows));
    const api = await startHttpService(({ url }, response) => {
      response.writeHead(200, { ...json, "content-encoding": "gzip" });
      response.end(url.startsWith("/api/clients") ? whole : whole.subarray(0, 40));
    });
    const { api: line } = connect(api.origin, { service, limits: { retries: 0, failuresToBreak: 2 } });
    for (let time = 0; time < 4; time += 1)
      expect((await errorOf(line.list("/opportunities", client, { failure }))).cause.reason).toBe("cut off");
    expect((await line.list("/clients", client, { failure })).items).toHaveLength(1);
  });

  test("is refused to Latchkey's own token in other words than to a session", async () => {
    const api = await startHttpService((_request, response) => void response.writeHead(401, json).end());
    const { as, logged } = connect(api.origin, { service });
    const own = as({ token: "operator", isOwnToken: true });
    expect((await errorOf(own.list("/clients", client, { failure }))).kind).toBe("no-access");
    expect(logged).toMatchObject([{ level: "warn", message: "upstream refused the token in API_TOKEN" }]);
    expect((await errorOf(as({ token: "person" }).list("/clients", client, { failure }))).kind).toBe("unauthenticated");
  });

  test("is in its description, or the log names the command that learns it anew", async () => {
    const api = await startHttpService((_request, response) => void response.writeHead(404, json).end());
    const { api: line, logged } = connect(api.origin, { service });
    expect((await errorOf(line.list("/clients", client, { failure }))).kind).toBe("missing");
    expect((await errorOf(line.find("/clients/9", client, { failure }))).kind).toBe("missing");
    expect(logged.map(({ level }) => level)).toEqual(["warn", "info"]);
    expect(logged[0]?.message).toContain("npm run check-api -- URL --write service.json");
  });

  test("is asked in pages, whose end is proven or not", async () => {
    const api = await startHttpService((_request, response) => {
      const data = Array.from({ length: 15 }, (_row, index) => clientRow(String(index)));
      response.writeHead(200, json).end(JSON.stringify({ data, meta: { total: 40 } }));
    });
    const { api: line } = connect(api.origin, { service });
    const { page } = await line.list("/clients", client, { failure });
    expect(api.received[0]?.url).toBe("/api/clients?page%5Bsize%5D=15");
    expect(page).toMatchObject({ total: 40, after: null, mayHaveMore: true });
  });
});
