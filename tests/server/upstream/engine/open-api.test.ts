import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "vitest";
import { z } from "zod";
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
  components: z.object({ schemas: z.record(z.string(), z.looseObject({ type: z.literal("object") })) }),
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
  expect(all.filter((reference) => !/^#\/components\/schemas\/[a-z_]+$/.test(reference))).toEqual([]);
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
