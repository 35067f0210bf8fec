import fc from "fast-check";
import { expect } from "vitest";
import { z } from "zod";
import { mediaType } from "#tests/support/answers.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const good = { name: "Maya Lindqvist", email: "maya@client.example" };
const send = (owner: TestPerson, body: BodyInit, headers: Record<string, string> = {}) =>
  owner.send("POST", "/clients", { body, headers });
const sendData = (owner: TestPerson, data: unknown) => send(owner, JSON.stringify({ data }));

test.for([
  ["*/*", 200],
  ["", 200],
  [mediaType, 200],
  [`text/html, ${mediaType};q=0.9`, 200],
  [`${mediaType};profile="http://example.com/p"`, 200],
  ["application/*;q=0.1", 200],
  [`${mediaType};charset=utf-8, ${mediaType}`, 200],
  [`${mediaType};charset=utf-8`, 406],
  [`${mediaType};ext="https://jsonapi.org/ext/atomic"`, 406],
  [`${mediaType};q=0`, 406],
  ["application/json", 406],
  ["text/html", 406],
] as const)("Accept: %s is answered %i", async ([accept, status], { owner }) => {
  const answer = await owner.send("GET", "/clients", { headers: { accept } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("vary")).toBe("Accept");
  expect(answer.headers.get("content-type")).toBe(mediaType);
});

test.for(["application/json", `${mediaType};charset=utf-8`, "text/plain", "multipart/form-data; boundary=x", ""])(
  "Content-Type: %s is answered 415",
  async (type, { owner }) => {
    const body = JSON.stringify({ data: { type: "client", attributes: good } });
    expect((await send(owner, body, { "content-type": type })).problem).toBe("415 unsupported_media_type Content-Type");
  },
);

test("a body without any Content-Type is answered 415", async ({ service, owner }) => {
  const request = new Request("http://upstream.test/api/clients", {
    method: "POST",
    headers: { accept: mediaType, authorization: `Bearer ${owner.token}`, "x-workspace-id": owner.workspaceId },
    body: new Blob([JSON.stringify({ data: { type: "client", attributes: good } })]),
  });
  expect((await service.upstream.fetch(request)).status).toBe(415);
});

test.for(["1", "abc", "%00", "%ff", "..%2f", "00000000-0000-4000-8000-00000000000", "%E0%A4%A", "'", "a".repeat(5000)])(
  "the id %s is nobody's",
  async (id, { owner }) => {
    for (const path of [
      `/clients/${id}`,
      `/buyer_profiles/${id}`,
      `/client_people/${id}`,
      `/activities/${id}`,
      `/pictures/${id}`,
    ]) {
      expect((await owner.get(path)).problem).toMatch(/^404 (not_found|no_route_found)$/);
    }
    const change = await owner.send("PATCH", `/clients/${id}`, { type: "client", attributes: good });
    expect(change.status).toBe(404);
  },
);

test("no text in a path makes the service fail, and impossible ids are a 404", async ({ service, owner }) => {
  const { client } = await newPortalClient(service, owner);
  const { text } = await service.send("GET", "/open_api");
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(JSON.parse(text));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const named = calls.filter(({ path }) => path.includes("{"));
  expect(named).toContainEqual({ method: "GET", path: "/workspaces/handle/{handle}" });
  for (const { method, path } of named) {
    for (const odd of ["%00", "a%00b", "%ED%A0%80", "\ud800", "%ff", "%", "'", "%2f", "a".repeat(5000)]) {
      const { send } = path.startsWith("/portal/") ? client : owner;
      const { status } = await send(method, path.replaceAll(/\{\w+\}/g, odd));
      expect(`${method} ${path} ${odd} ${status}`).toMatch(odd.includes("%00") ? / 404$/ : / [234]\d\d$/);
    }
  }
});

test("unknown URLs and missing records have different codes", async ({ owner }) => {
  for (const path of ["/nothing", "/clients/", "/clients/a/b", "", "/"]) {
    expect((await owner.get(path)).problem).toBe("404 no_route_found");
  }
  expect((await owner.get("/clients/00000000-0000-4000-8000-000000000000")).problem).toBe("404 not_found");
});

test("HEAD, OPTIONS and methods that a URL does not answer", async ({ service, owner }) => {
  const head = await owner.send("HEAD", "/clients");
  expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", mediaType]);
  const options = await service.send("OPTIONS", "/clients");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
  for (const [method, path, allow] of [
    ["PUT", "/clients", "GET, HEAD, OPTIONS, POST"],
    ["DELETE", "/clients", "GET, HEAD, OPTIONS, POST"],
    ["POST", "/clients/duplicates", "GET, HEAD, OPTIONS"],
    ["GET", "/sessions", "OPTIONS, POST"],
  ] as const) {
    const refused = await owner.send(method, path);
    expect([refused.problem, refused.headers.get("allow")]).toEqual(["405 method_not_allowed", allow]);
  }
});

test("without a session every URL is a 401", async ({ service, owner }) => {
  for (const headers of [{}, { authorization: "Bearer nobody" }, { authorization: `Basic ${owner.token}` }]) {
    const answer = await service.send("GET", "/clients", { headers });
    expect(answer.problem).toBe("401 unauthenticated");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("no query and no document makes the service fail", async ({ owner }) => {
  const names = fc.constantFrom(
    "include",
    "sort",
    "filter[search]",
    "filter[archived]",
    "page[after]",
    "page[before]",
    "page[limit]",
    "page[count]",
    "fields[client]",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("name", "-inserted_at", "true", "5", "people"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.oneof(names, texts), texts), { maxLength: 4 }), async (pairs) => {
      const query = pairs.map((pair) => pair.map(encode).join("=")).join("&");
      const { status, text } = await owner.get(`/clients?${query}`);
      if (status !== 200 && status !== 400) throw new Error(`${status} ${text}`);
    }),
    { numRuns: 100 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 3 }),
      fc.constantFrom("name", "email", "phoneNumber", "tags", "x"),
      async (json, member) => {
        const value: unknown = JSON.parse(json);
        const answers = [
          await send(owner, json),
          await sendData(owner, value),
          await sendData(owner, { type: "client", attributes: value }),
          await sendData(owner, { type: "client", attributes: { ...good, [member]: value } }),
        ];
        const failed = answers.find(({ status }) => status >= 500);
        if (failed) throw new Error(`${failed.status} ${failed.text}`);
      },
    ),
    { numRuns: 25 },
  );
});

/** Percent-encodes text that `encodeURIComponent` would refuse, too. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
