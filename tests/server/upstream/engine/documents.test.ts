import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const good = { name: "Maya Lindqvist", email: "maya@client.example" };
const send = (owner: TestPerson, body: BodyInit) => owner.send("POST", "/clients", { body });
const sendData = (owner: TestPerson, data: unknown) => send(owner, JSON.stringify({ data }));

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
    "a document of 5 MB",
    `{"data":{"type":"client","attributes":{"name":"${"a".repeat(5_000_000)}"}}}`,
    "413 payload_too_large",
  ],
  ["a nest 100,000 deep", `${'{"data":'.repeat(100_000)}1${"}".repeat(100_000)}`, "400 invalid_body"],
])("%s is refused", async ([, body, problem], { owner }) => {
  expect((await send(owner, body)).problem).toMatch(new RegExp(`^${problem}`));
});

test("no body at all is refused", async ({ owner }) => {
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
  [
    "neither email nor phone",
    { type: "client", attributes: { name: "Maya" } },
    "400 invalid_attribute /data/attributes/email",
  ],
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
])("%s is refused and pointed at", async ([, data, problem], { owner }) => {
  expect((await sendData(owner, data)).problem.slice(0, problem.length)).toBe(problem);
});

test("all problems of a document are listed at once, each with the request's error id", async ({ owner }) => {
  const { document, status } = await sendData(owner, { type: "client", attributes: { name: "", email: "maya" } });
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
])("%s comes back as it was sent", async (name, { owner }) => {
  const { record } = await sendData(owner, {
    type: "client",
    attributes: { name, email: "round@trip.example", phone_number: "1" },
  });
  expect(record.attributes.name).toBe(name);
  const found = await owner.get(`/clients?filter[search]=${encodeURIComponent(name)}`);
  expect(found.records.map(({ id }) => id)).toContain(record.id);
});

/** What is slow, or impossible, to trim, split or match as a whole. */
const endless = [" ", "a ", "a@a.", "a,"].map((unit) => unit.repeat(3_900_000 / unit.length));

test.for(endless)(
  "a text of megabytes is refused before a rule reads it, wherever it stands",
  async (text, { owner }) => {
    for (const name of ["name", "email", "phone_number", "lead_source", "tags"]) {
      const value = name === "tags" ? ["Cash", text] : text;
      const before = process.threadCpuUsage();
      const { problem } = await sendData(owner, { type: "client", attributes: { ...good, [name]: value } });
      const { user, system } = process.threadCpuUsage(before);
      expect(problem).toBe(`400 invalid_attribute /data/attributes/${name}`);
      // What it takes to write and read the JSON is a part of it.
      expect((user + system) / 1000).toBeLessThan(400);
    }
  },
);
