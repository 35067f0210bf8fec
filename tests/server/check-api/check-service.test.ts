import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkService } from "#server/check-api/check-service.ts";
import { lists } from "#server/check-api/checks.ts";
import { readEnv } from "#server/env.ts";
import { StartRefused } from "#server/start-refused.ts";
import { demoPassword } from "#server/upstream/demo/demo.ts";
import { type ListeningUpstream, startListeningUpstream } from "#tests/support/listening-upstream.ts";

const owner = { email: "owner@evergreen.example", password: demoPassword };

let upstream: ListeningUpstream;
beforeAll(async () => {
  upstream = await startListeningUpstream("http://localhost:3000");
});
afterAll(() => upstream.close());

interface Given {
  readonly url?: string;
  readonly credentials?: typeof owner;
  readonly withRecord?: boolean;
}

function check({ url = upstream.url, credentials = owner, withRecord = false }: Given = {}) {
  return checkService({
    service: readEnv({ API_URL: url }),
    url,
    withRecord,
    readCredentials: async () => credentials,
  });
}

describe("the embedded service", () => {
  test("has every list that has records, obeys what they show, and is told goodbye", async () => {
    const writes: string[] = [];
    upstream.interrupt((request) => {
      if (request.method !== "GET") writes.push(`${request.method} ${new URL(request.url).pathname}`);
      return null;
    });
    const { service, table, isWrong } = await check();
    upstream.interrupt(null);
    expect(writes).toEqual(["POST /api/sessions", "DELETE /api/sessions/current"]);
    expect(isWrong).toBe(false);
    expect(table.filter(({ verdict }) => verdict === "without")).toEqual([]);
    expect(Object.keys(service.lists).toSorted()).toEqual([...Object.keys(lists), "sessions"].toSorted());
    expect(service).toMatchObject({
      names: { attributes: "snake", parameters: "snake" },
      paging: { kind: "cursor", size: "page[limit]", largest: 250, count: "page[count]", total: "meta.page.total" },
      versions: true,
    });
    const { clients, opportunities } = service.lists;
    expect(Object.keys(clients?.filters ?? {}).toSorted()).toEqual(lists.clients?.filters.toSorted());
    expect(Object.keys(opportunities?.sorts ?? {}).toSorted()).toEqual(lists.opportunities?.sorts.toSorted());
    expect(service.calls).toContain("clients/package_fits");
    const [token = ""] = [...upstream.tokens].slice(-1);
    const again = await fetch(`${upstream.url}/sessions/current`, {
      headers: { accept: "application/vnd.api+json", authorization: `Bearer ${token}` },
    });
    expect(again.status).toBe(401);
  });

  test("shows with a record that it keeps keys and versions", async () => {
    const { service } = await check({ withRecord: true });
    expect(service).toMatchObject({
      keys: true,
      versions: true,
      writes: { include: true, ids: false, links: "attributes" },
    });
    expect(service.calls).toContain("clients/archival");
  });
});

test("an answer that cannot be read is wrong, and its texts are not repeated", async () => {
  upstream.interrupt(({ url }) => {
    if (!/\/packages(\?|$)/.test(url)) return null;
    const data = [{ type: "package", id: "00000000-0000-4000-8000-000000000000", attributes: { street: 7, city: 8 } }];
    return Response.json({ data, errors: "secret" }, { headers: { "content-type": "application/vnd.api+json" } });
  });
  const { table, isWrong } = await check();
  upstream.interrupt(null);
  expect(isWrong).toBe(true);
  expect(table.find(({ part }) => part === "packages records")).toEqual({
    verdict: "wrong",
    part: "packages records",
    without: "1 of 1 records are not shown.",
    seen: "Missing, or not to be read: street, city.",
  });
  expect(JSON.stringify(table)).not.toContain("secret");
});

describe("nothing is tried, and a sentence says why, where", () => {
  test("the password is wrong", async () => {
    const call = check({ credentials: { ...owner, password: "hunter2-of-mine" } });
    await expect(call).rejects.toThrow(new StartRefused("The service refused this email or password."));
  });

  test.each<[said: string, answer: () => Response]>([
    [
      "answered 200 with a web page",
      () => new Response("<!doctype html><title>Agents</title>", { headers: { "content-type": "text/html" } }),
    ],
    [
      "answered 404 with text/plain",
      () => new Response("nothing", { status: 404, headers: { "content-type": "text/plain" } }),
    ],
    ["answered 200 with JSON, but no document of JSON:API", () => Response.json([{ id: 1 }])],
    ["answered 302, which leads to /login", () => new Response(null, { status: 302, headers: { location: "/login" } })],
  ])("the address %s: it is said before a password is asked for", async (said, answer) => {
    upstream.interrupt(answer);
    const asked = checkService({
      service: readEnv({ API_URL: upstream.url }),
      url: upstream.url,
      readCredentials: () => Promise.reject(new Error("nobody is asked")),
    });
    await expect(asked).rejects.toThrow(
      `Tried GET ${upstream.url}/clients: it ${said}. Name the root of the JSON:API service`,
    );
    upstream.interrupt(null);
  });

  test("the address is the site's, not the service's: that one is named", async () => {
    const site = new URL(upstream.url).origin;
    const page = { headers: { "content-type": "text/html; charset=utf-8" } };
    upstream.interrupt(({ url }) => (new URL(url).pathname.startsWith("/api/") ? null : new Response("<h1>", page)));
    await expect(check({ url: site })).rejects.toThrow(
      `There is a JSON:API service at ${site}/api: name that address.`,
    );
    upstream.interrupt(null);
  });

  test("nothing answers", async () => {
    await expect(check({ url: "http://127.0.0.1:9/api" })).rejects.toThrow(
      /^Tried GET http:\/\/127\.0\.0\.1:9\/api\/clients: it gave no answer \([^)]+\)\./,
    );
  });

  test("the service knows no sessions", async () => {
    upstream.interrupt(({ method }) => (method === "GET" ? null : new Response(null, { status: 404 })));
    const call = check();
    await expect(call).rejects.toThrow(/^The service has no POST \/sessions\. .*API_IDENTITY/);
    upstream.interrupt(null);
  });
});

test("every list that the app reads is learned", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".server.ts"));
  const read = files.flatMap((file) => {
    const text = readFileSync(join("app", file), "utf8");
    return [...text.matchAll(/\blist\("\/([a-z_/]+)"/g)].map(([, word = ""]) => word);
  });
  expect([...new Set(read)].filter((word) => !(word in lists))).toEqual([]);
  expect(read.length).toBeGreaterThan(50);
});
