import { randomUUID } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "vitest";
import { z } from "zod";
import { mediaType } from "#tests/support/answers.ts";
import { readDescription } from "#tests/support/description.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest().extend(
  "text",
  { scope: "file" },
  async ({ service }) => (await service.send("GET", "/open_api")).text,
);

const operation = z.looseObject({ summary: z.string().min(5), responses: z.record(z.string(), z.unknown()) });
const description = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.enum(["get", "post", "patch", "delete"]), operation.optional())),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({ type: z.literal("object") })),
    responses: z.record(z.string(), z.looseObject({ description: z.string() })),
  }),
});

test("it names every call of the contract, and every reference in it leads somewhere", ({ text }) => {
  const { paths, components } = description.parse(JSON.parse(text));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls).toEqual(
    expect.arrayContaining([
      "GET /clients",
      "POST /clients",
      "GET /clients/{id}",
      "PATCH /clients/{id}",
      "GET /clients/duplicates",
      "GET /workspaces/handle/{handle}",
      "GET /accounts/members",
      "POST /sessions",
      "GET /sessions/current",
      "DELETE /client_people/{id}",
      "GET /open_api",
    ]),
  );
  const references = [...text.matchAll(/"#\/components\/schemas\/([a-z_]+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter((name) => name === undefined || !(name in components.schemas))).toEqual([]);
  const all = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference);
  const leadsNowhere = (reference: string) => {
    const [, kind, name = ""] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(reference) ?? [];
    return kind !== "schemas" && kind !== "responses" ? true : !Object.hasOwn(components[kind], name);
  };
  expect(all.filter(leadsNowhere)).toEqual([]);
});

test("a validator of OpenAPI finds nothing wrong with it", async ({ text }) => {
  const { errors, valid } = await new Validator().validate(JSON.parse(text));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("it says where it keeps to the standard and its forerunner did not", ({ text }) => {
  const { info } = description.parse(JSON.parse(text));
  for (const word of ["409", "403", "Location", "Vary: Accept"]) expect(info.description).toContain(word);
});

test("what it says of a client is what a client is", async ({ service, text }) => {
  const { owner } = await service.newWorkspace();
  const record = await owner.newClient();
  const { components } = description.parse(JSON.parse(text));
  const schema = z.fromJSONSchema(z.record(z.string(), z.json()).parse(components.schemas.client));
  expect(schema.safeParse(record).error).toBeUndefined();
  expect(schema.safeParse({ ...record, attributes: { ...record.attributes, tags: "x" } }).success).toBe(false);
});

test("texts with spaces around them, and names in either spelling, are taken as it says", async ({ service, text }) => {
  const { owner } = await service.newWorkspace();
  const { flawsOf } = readDescription(text);
  const listed = { name: " Lena Park ", email: " lena@listing.example ", phone_number: "+1 555 0100" };
  const attributes = { street: ` 12 Alder Lane${" ".repeat(300)}`, time_zone: "America/Denver", listing_agent: listed };
  for (const given of [attributes, { street: " 1 Elm ", listingAgent: { name: "Lena", phoneNumber: "+1 555 0100" } }]) {
    const sent = JSON.stringify({ data: { type: "package", attributes: given } });
    const {
      status,
      record,
      text: answered,
    } = await owner.send("POST", "/packages", { body: sent, headers: { "content-type": mediaType } });
    expect(flawsOf({ method: "POST", url: "http://upstream.test/api/packages", sent, status, answered })).toEqual([]);
    expect(status).toBe(201);
    expect(record.attributes.listing_agent).toMatchObject({ phone_number: "+1 555 0100" });
  }
});

test("a document with another record's id, or another type, is a 409 at every URL of a record", async ({
  service,
  text,
}) => {
  const { owner } = await service.newWorkspace();
  const { client } = await newPortalClient(service, owner);
  const { paths } = description.parse(JSON.parse(text));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    (["post", "patch"] as const)
      .filter((method) => methods[method])
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
  const ofRecords = calls.filter(({ path }) => path.includes("{id}"));
  expect(ofRecords.length).toBeGreaterThan(50);
  const flaws: string[] = [];
  for (const { method, path } of ofRecords) {
    const { send } = path.startsWith("/portal/") ? client : owner;
    const given = { type: "anything", id: randomUUID(), attributes: {} };
    const { status } = await send(method, path.replace("{id}", randomUUID()), {
      body: JSON.stringify({ data: given }),
      headers: { "content-type": mediaType },
    });
    if (status !== 409) flaws.push(`${method} ${path}: ${status}`);
  }
  expect(flaws).toEqual([]);
});

// As kitsu 11 sends it with its own settings: types are plural there.
test("a type in the plural is a 409 that names the type to send", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const attributes = { name: "Maya Lindqvist", email: "maya@client.example" };
  const refused = await owner.send("POST", "/clients", { type: "clients", attributes });
  expect(refused.problem).toBe("409 invalid_type /data/type");
  expect(refused.document.errors?.[0]?.detail).toBe('Send "client" as the type.');
  const { id } = await owner.newClient();
  const changed = await owner.send("PATCH", `/clients/${id}`, { type: "clients", id, attributes });
  expect(changed.document.errors?.[0]?.detail).toBe('Send "client" as the type.');
});

test("no attribute has a name that JSON:API keeps to itself, or that of a relationship", ({ text }) => {
  const { components } = description.parse(JSON.parse(text));
  const members = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
  const parts = z.object({
    properties: z.object({ attributes: members.optional(), relationships: members.optional() }).default({}),
  });
  const flaws = Object.entries(components.schemas).flatMap(([type, schema]) => {
    const { attributes, relationships } = parts.parse(schema).properties;
    const kept = new Set(["type", "id", ...Object.keys(relationships?.properties ?? {})]);
    return Object.keys(attributes?.properties ?? {}).flatMap((name) => (kept.has(name) ? `${type}.${name}` : []));
  });
  expect(flaws).toEqual([]);
});

test("the links of an answer are percent-encoded, whatever the request was", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const { document } = await owner.get("/clients?page[limit]=5&filter[search]=a%20b");
  expect(document.links?.self).toBe("http://upstream.test/api/clients?page%5Blimit%5D=5&filter%5Bsearch%5D=a%20b");
});

test("the answer to an announced upload says what it varies with, as all do", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const attributes = { name: "plan.pdf", size: 5, mime: "application/pdf" };
  const signed = await owner.send("POST", "/files/presigned_posts", { type: "presigned_post", attributes });
  expect([signed.status, signed.headers.get("vary")]).toEqual([201, "Accept"]);
});
