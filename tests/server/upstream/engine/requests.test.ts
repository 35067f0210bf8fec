import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  mediaType,
  startUpstreamService,
  type TestPerson,
  type UpstreamService,
} from "#tests/support/upstream-service.ts";

let service: UpstreamService;
let owner: TestPerson;
beforeAll(async () => {
  service = await startUpstreamService();
  owner = (await service.newWorkspace()).owner;
});
afterAll(() => service.close());

const good = { name: "Maya Lindqvist", email: "maya@client.example" };
const send = (body: BodyInit, headers: Record<string, string> = {}) =>
  owner.send("POST", "/clients", { body, headers });
const sendData = (data: unknown) => send(JSON.stringify({ data }));

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
] as const)("Accept: %s is answered %i", async ([accept, status]) => {
  const answer = await owner.send("GET", "/clients", { headers: { accept } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("vary")).toBe("Accept");
  expect(answer.headers.get("content-type")).toBe(mediaType);
});

test.for(["application/json", `${mediaType};charset=utf-8`, "text/plain", "multipart/form-data; boundary=x", ""])(
  "Content-Type: %s is answered 415",
  async (type) => {
    const body = JSON.stringify({ data: { type: "client", attributes: good } });
    expect((await send(body, { "content-type": type })).problem).toBe("415 unsupported_media_type Content-Type");
  },
);

test("a body without any Content-Type is answered 415", async () => {
  const request = new Request("http://upstream.test/api/clients", {
    method: "POST",
    headers: { accept: mediaType, authorization: `Bearer ${owner.token}`, "x-workspace-id": owner.workspaceId },
    body: new Blob([JSON.stringify({ data: { type: "client", attributes: good } })]),
  });
  expect((await service.upstream.fetch(request)).status).toBe(415);
});

const deep = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
test.for<[string, BodyInit, string]>([
  ["cut JSON", '{"data":{"type":"client"', "400 invalid_body"],
  ["no JSON", "name=Maya", "400 invalid_body"],
  ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "400 invalid_body"],
  ["a list", "[]", "400 invalid_body"],
  ["null", "null", "400 invalid_body"],
  ["a document without data", "{}", "400 invalid_body /data"],
  ["a list of data", '{"data":[]}', "400 invalid_body /data"],
  ["data that are null", '{"data":null}', "400 invalid_body /data"],
  ["a text for data", '{"data":"client"}', "400 invalid_body /data"],
  ["a list of attributes", '{"data":{"type":"client","attributes":[]}}', "400 invalid_body /data/attributes"],
  [
    "a document of 2 MB",
    `{"data":{"type":"client","attributes":{"name":"${"a".repeat(2_000_000)}"}}}`,
    "413 payload_too_large",
  ],
  ["a nest 100,000 deep", `${'{"data":'.repeat(100_000)}1${"}".repeat(100_000)}`, "400 invalid_body"],
])("%s is refused", async ([, body, problem]) => {
  expect((await send(body)).problem).toMatch(new RegExp(`^${problem}`));
});

test("no body at all is refused", async () => {
  expect((await owner.send("POST", "/clients")).problem).toBe("400 invalid_body");
});

test.for<[string, unknown, string]>([
  ["no type", { attributes: good }, "400 required /data/type"],
  ["another type", { type: "buyer_profile", attributes: good }, "409 invalid_type /data/type"],
  ["an id of one's own", { type: "client", id: "1", attributes: good }, "403 unsupported_client_id /data/id"],
  [
    "an unknown attribute",
    { type: "client", attributes: { ...good, rank: 1 } },
    "422 no_such_input /data/attributes/rank",
  ],
  [
    "a read-only attribute",
    { type: "client", attributes: { ...good, inserted_at: "x" } },
    "422 no_such_input /data/attributes/inserted_at",
  ],
  [
    "another tenant's id",
    { type: "client", attributes: { ...good, workspaceId: "x" } },
    "422 no_such_input /data/attributes/workspaceId",
  ],
  [
    "a name from the prototype",
    JSON.parse('{"type":"client","attributes":{"name":"a","email":"a@b.example","__proto__":{"x":1}}}'),
    "422 no_such_input /data/attributes/__proto__",
  ],
  [
    "a relationship",
    { type: "client", attributes: good, relationships: { people: { data: [] } } },
    "422 no_such_input /data/relationships/people",
  ],
  [
    "one attribute in both spellings",
    { type: "client", attributes: { ...good, phoneNumber: "1", phone_number: "2" } },
    "400 invalid_body /data/attributes/phone_number",
  ],
  ["no attributes", { type: "client" }, "400 required /data/attributes/name"],
  ["no e-mail", { type: "client", attributes: { name: "Maya" } }, "400 required /data/attributes/email"],
  [
    "an empty name",
    { type: "client", attributes: { ...good, name: " " } },
    "400 invalid_attribute /data/attributes/name",
  ],
  [
    "a name of 1 MB",
    { type: "client", attributes: { ...good, name: "a".repeat(900_000) } },
    "400 invalid_attribute /data/attributes/name",
  ],
  [
    "a number for a name",
    { type: "client", attributes: { ...good, name: 7 } },
    "400 invalid_attribute /data/attributes/name",
  ],
  [
    "a null for a name",
    { type: "client", attributes: { ...good, name: null } },
    "400 invalid_attribute /data/attributes/name",
  ],
  [
    "two lines for a name",
    { type: "client", attributes: { ...good, name: "a\nb" } },
    "400 invalid_attribute /data/attributes/name",
  ],
  [
    "no address for an e-mail",
    { type: "client", attributes: { ...good, email: "maya" } },
    "400 invalid_attribute /data/attributes/email",
  ],
  ["a NUL", { type: "client", attributes: { ...good, name: "a\0b" } }, "400 invalid_attribute /data/attributes/name"],
  [
    "half a surrogate pair",
    { type: "client", attributes: { ...good, phoneNumber: "\ud800" } },
    "400 invalid_attribute /data/attributes/phone_number",
  ],
  [
    "a NUL in a member's name",
    { type: "client", attributes: { ...good, "a\0": 1 } },
    "400 invalid_body /data/attributes",
  ],
  [
    "attributes nested too deep",
    { type: "client", attributes: { ...good, tags: deep(40) } },
    "400 invalid_attribute /data/attributes/tags",
  ],
])("%s is refused and pointed at", async ([, data, problem]) => {
  expect((await sendData(data)).problem.slice(0, problem.length)).toBe(problem);
});

test("all problems of a document are told at once, each with the request's error id", async () => {
  const { document, status } = await sendData({ type: "client", attributes: { name: "", email: "maya" } });
  expect(status).toBe(400);
  expect(document.errors?.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
    ["/data/attributes/name", "Name must be at least 1 character."],
    ["/data/attributes/email", "Invalid email"],
  ]);
  expect(new Set(document.errors?.map(({ id }) => id)).size).toBe(1);
  expect(document.errors?.[0]).toMatchObject({ status: "400", title: "Invalid attribute" });
});

test.for([
  "😀 Zoë",
  "مها الأحمد",
  "<script>alert(1)</script>",
  "O'Rourke; drop table clients",
  "％wide％ _under_ \\back\\",
])("%s comes back as it was sent", async (name) => {
  const { record } = await sendData({
    type: "client",
    attributes: { name, email: "round@trip.example", phone_number: "1" },
  });
  expect(record.attributes.name).toBe(name);
  const found = await owner.get(`/clients?filter[search]=${encodeURIComponent(name)}`);
  expect(found.records.map(({ id }) => id)).toContain(record.id);
});

test.for(["1", "abc", "%00", "%ff", "..%2f", "00000000-0000-4000-8000-00000000000", "%E0%A4%A", "'", "a".repeat(5000)])(
  "the id %s is nobody's",
  async (id) => {
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

test("URLs that are none are told apart from records that are none", async () => {
  for (const path of ["/nothing", "/clients/", "/clients/a/b", "", "/"]) {
    expect((await owner.get(path)).problem).toBe("404 no_route_found");
  }
  expect((await owner.get("/clients/00000000-0000-4000-8000-000000000000")).problem).toBe("404 not_found");
});

test("HEAD, OPTIONS and methods that a URL does not answer", async () => {
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

test("without a session nothing is said, whatever the URL", async () => {
  for (const headers of [{}, { authorization: "Bearer nobody" }, { authorization: `Basic ${owner.token}` }]) {
    const answer = await service.send("GET", "/clients", { headers });
    expect(answer.problem).toBe("401 unauthenticated");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("no query and no document makes the service fail", async () => {
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
          await send(json),
          await sendData(value),
          await sendData({ type: "client", attributes: value }),
          await sendData({ type: "client", attributes: { ...good, [member]: value } }),
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
