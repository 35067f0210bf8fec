import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import { readAction, readList, readOne, ShapeMismatch } from "#app/json-api/document.ts";
import { many, one, type RecordOf, resource } from "#app/json-api/resource.ts";
import { setValidationMessages } from "#app/json-api/validation-messages.ts";
import { client, clientRow } from "./client-resource.ts";

setValidationMessages();

test("a record is flattened: attributes, relations, version and permissions", () => {
  const document = {
    data: clientRow(
      "c1",
      { phone_number: "+1 555 0100", nick_name: "May", metadata: { "X-Amz-Date": "today", user_id: { inner_key: 1 } } },
      {
        relationships: {
          buyer_profile: { data: { type: "buyer_profile", id: "b1" }, links: {}, meta: {} },
          people: { data: [reference("p2"), reference("p1"), reference("p3")] },
        },
        meta: { etag: '"c1-7"', can: ["update", "archive"] },
      },
    ),
    included: [
      { type: "client_person", id: "p1", attributes: { name: "Ann" } },
      { type: "client_person", id: "p2", attributes: { name: "Bo" } },
      {
        type: "buyer_profile",
        id: "b1",
        attributes: {
          budget: { amount: "450000.00", currency_code: "USD" },
          min_beds: 3,
          preferred_areas: ["Old Town"],
        },
      },
    ],
  };

  expect(readOne(document, client, null)).toEqual({
    id: "c1",
    name: "Maya",
    phoneNumber: "+1 555 0100",
    nickName: "May",
    metadata: { "X-Amz-Date": "today", user_id: { inner_key: 1 } },
    buyerProfile: {
      id: "b1",
      budget: { amount: "450000.00", currencyCode: "USD" },
      minBeds: 3,
      preferredAreas: ["Old Town"],
      etag: null,
      can: null,
    },
    people: [
      { id: "p2", name: "Bo", etag: null, can: null },
      { id: "p1", name: "Ann", etag: null, can: null },
    ],
    etag: '"c1-7"',
    can: ["update", "archive"],
  });
});

test("its type is known to the compiler", () => {
  expectTypeOf<RecordOf<typeof client>>().toEqualTypeOf<{
    id: string;
    name: string;
    phoneNumber: string | null;
    nickName?: string | undefined;
    metadata: Record<string, unknown> | null;
    buyerProfile: {
      id: string;
      budget: { amount: string; currencyCode: string } | null;
      minBeds: number | null;
      preferredAreas: string[];
      etag: string | null;
      can: string[] | null;
      isPartial?: true | undefined;
    } | null;
    people: { id: string; name: string; etag: string | null; can: string[] | null; isPartial?: true | undefined }[];
    etag: string | null;
    can: string[] | null;
    isPartial?: true | undefined;
  }>();
});

test("with a schema that takes both, what a service does not know can be told from what is empty", () => {
  const account = resource("account", { address: z.nullish(z.string()) });
  const row = (attributes: object) => ({ data: { type: "account", id: "a1", attributes } });
  expect(readOne(row({ address: null }), account, null).address).toBeNull();
  expect(readOne(row({}), account, null)).not.toHaveProperty("address");
});

describe("null and missing are the same", () => {
  const nothing = {
    id: "c1",
    name: "Maya",
    phoneNumber: null,
    metadata: null,
    buyerProfile: null,
    people: [],
    etag: null,
    can: null,
  };

  test.each([
    ["absent", { type: "client", id: "c1", attributes: { name: "Maya" } }],
    [
      "null",
      clientRow(
        "c1",
        { nick_name: null, metadata: null },
        { relationships: { buyer_profile: { data: null }, people: { data: null } }, meta: null, links: null },
      ),
    ],
    ["listed, but not included", clientRow("c1", {}, { relationships: { buyer_profile: { links: {} }, people: {} } })],
    [
      "referred to, but not among the included",
      clientRow("c1", {}, { relationships: { buyer_profile: { data: { type: "buyer_profile", id: "b9" } } } }),
    ],
  ])("%s", (_name, data) => {
    expect(readOne({ data, included: [] }, client, null)).toEqual(nothing);
  });

  test("a list that is null is the schema's default", () => {
    const list = resource("list", { tags: z._default(z.array(z.string()), []) });
    expect(readOne({ data: { type: "list", id: "1", attributes: { tags: null } } }, list, null).tags).toEqual([]);
  });

  test("a null inside a nested object is treated alike", () => {
    const outer = resource("outer", {
      logo: z.object({ url: z.optional(z.string()), fileId: z.nullable(z.string()) }),
    });
    const record = { type: "outer", id: "1", attributes: { logo: { url: null } } };
    expect(readOne({ data: record }, outer, null).logo).toEqual({ fileId: null });
  });
});

test("attribute names in camel case are read, too", () => {
  const row = { type: "client", id: "c1", attributes: { name: "Maya", phoneNumber: "1" } };
  expect(readOne({ data: row }, client, null).phoneNumber).toBe("1");
});

test("unknown members are ignored", () => {
  const row = { ...clientRow("c1", { shoe_size: 43 }), extra: 1, meta: { other: true }, links: { self: "/c1", x: {} } };
  const document = { data: row, included: [null, 5, { type: "x" }], jsonapi: {}, more: [] };
  expect(readOne(document, client, null)).not.toHaveProperty("shoeSize");
});

describe("names inside lists, unions and recursive schemas", () => {
  const folder = z.object({
    fileCount: z.number(),
    get subFolders() {
      return z.array(folder);
    },
  });
  const event = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("moved"), toStage: z.string() }),
    z.object({ kind: z.literal("renamed"), newName: z.string() }),
  ]);
  const drawer = resource("drawer", {
    root: folder,
    events: z.array(event),
    owner: z.union([z.null(), z.object({ fullName: z.string() })]),
  });

  test("are the app's", () => {
    const attributes = {
      root: { file_count: 1, sub_folders: [{ file_count: 2, sub_folders: [] }] },
      events: [
        { kind: "renamed", new_name: "B" },
        { kind: "moved", to_stage: "open" },
      ],
      owner: { full_name: "Ann" },
    };
    expect(readOne({ data: { type: "drawer", id: "1", attributes } }, drawer, null)).toMatchObject({
      root: { fileCount: 1, subFolders: [{ fileCount: 2, subFolders: [] }] },
      events: [
        { kind: "renamed", newName: "B" },
        { kind: "moved", toStage: "open" },
      ],
      owner: { fullName: "Ann" },
    });
  });
});

test("a member called __proto__ changes nothing but itself", () => {
  const text =
    '{"data":{"type":"client","id":"1","attributes":{"name":"M","metadata":{"__proto__":{"admin":true}},"__proto__":{"phone_number":"1"}}}}';
  const record = readOne(JSON.parse(text), client, null);
  expect(record.phoneNumber).toBeNull();
  expect(Object.hasOwn(record.metadata ?? {}, "admin")).toBe(false);
  expect(record.metadata?.admin).toBeUndefined();
});

describe("an unexpected shape is refused with the catalog's message and the path", () => {
  test.each([
    ["Required", "data", () => readList({}, client)],
    ["Required", "data", () => readOne({}, client, null)],
    ["Required", "", () => readList(undefined, client)],
    ["Expected object, received array", "", () => readOne([], client, null)],
    ["Expected array, received object", "data", () => readList({ data: {} }, client)],
    ["Expected object, received null", "data", () => readOne({ data: null }, client, null)],
    ["Expected object, received string", "data.0", () => readList({ data: ["x"] }, client)],
    ["Required", "data.0.name", () => readList({ data: [{ type: "client", id: "2" }] }, client)],
    [
      "Expected string, received number",
      "data.name",
      () => readOne({ data: clientRow("1", { name: 5 }) }, client, null),
    ],
    [
      "Expected string, received boolean",
      "data.id",
      () => readOne({ data: { ...clientRow("1"), id: true } }, client, null),
    ],
  ])("%s in %j", (message, path, read) => {
    expect(read).toThrow(ShapeMismatch);
    expect(read).toThrow(expect.objectContaining({ message, path }));
  });
});

describe("a row that cannot be read", () => {
  const rows = (...bad: readonly unknown[]) => ({ data: [clientRow("1"), ...bad, clientRow("9")] });

  test.each<[string, unknown, string[], { rows: number; values: number } | undefined]>([
    ["is left out without what it needs", { type: "client", id: "2" }, ["1", "9"], { rows: 1, values: 0 }],
    ["is left out where it is no record", "x", ["1", "9"], { rows: 1, values: 0 }],
    ["has its number as its id", { ...clientRow("2"), id: 2 }, ["1", "2", "9"], undefined],
    [
      "is empty where a value is optional",
      clientRow("2", { phone_number: { country: 1 } }),
      ["1", "2", "9"],
      { rows: 0, values: 1 },
    ],
  ])("%s", (_name, bad, ids, unread) => {
    const mismatches: ShapeMismatch[] = [];
    const { items, page } = readList(rows(bad), client, { onUnread: (mismatch) => mismatches.push(mismatch) });
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(page.unread).toEqual(unread);
    expect(mismatches).toHaveLength(unread === undefined ? 0 : 1);
  });

  test("keeps the rest of a related record, and of a list of them", () => {
    const pet = resource("pet", { name: z.string(), age: z.nullable(z.number()) });
    const owner = resource("owner", { name: z.string() }, { pets: many(pet), first: one(pet) });
    const reference = (id: string) => ({ type: "pet", id });
    const body = {
      data: {
        type: "owner",
        id: "o",
        attributes: { name: "Ada" },
        relationships: { pets: { data: ["a", "b", "c"].map(reference) }, first: { data: reference("b") } },
      },
      included: [
        { ...reference("a"), attributes: { name: "Rex", age: "old" } },
        { ...reference("b"), attributes: { age: 3 } },
        { ...reference("c"), attributes: { name: "Tom", age: 4 } },
      ],
    };
    const found = readOne(body, owner, null);
    expect(found.pets.map(({ id, age }) => [id, age])).toEqual([
      ["a", null],
      ["c", 4],
    ]);
    expect(found.first).toBeNull();
  });
});

test("a mismatch's message never quotes the service", () => {
  const decided = z.object({ decision: z.enum(["fix", "accept"]) });
  const ticket = { decision: "a secret of\nsomebody's" };
  expect(() => readAction(ticket, decided)).toThrow(
    expect.objectContaining({ message: "Invalid enum value. Expected 'fix' | 'accept'", path: "decision" }),
  );
});

describe("a generic action's response", () => {
  const ticket = z.object({ uploadUri: z.string(), uploadFields: z.record(z.string(), z.string()) });
  const raw = {
    upload_uri: "https://store.example/",
    upload_fields: { "X-Amz-Date": "d", success_action_status: "204" },
  };
  const read = { uploadUri: raw.upload_uri, uploadFields: raw.upload_fields };

  test.each([
    ["bare JSON", raw],
    ["under result", { result: raw }],
    ["a record under result", { result: { data: { type: "ticket", id: "1", attributes: raw } } }],
    ["a record", { data: { type: "ticket", id: "1", attributes: raw }, jsonapi: { version: "1.0" } }],
    ["under data", { data: raw }],
  ])("may be %s", (_name, body) => {
    expect(readAction(body, ticket)).toEqual(read);
  });

  test("may say success, be a scalar or a list, or be empty", () => {
    expect(readAction({ success: true }, z.object({ success: z.boolean() }))).toEqual({ success: true });
    expect(readAction({ success: true }, z.unknown())).toEqual({ success: true });
    expect(readAction({ result: 5 }, z.number())).toBe(5);
    expect(readAction({ result: null }, z.nullable(z.string()))).toBeNull();
    expect(readAction([{ file_id: "1" }], z.array(z.object({ fileId: z.string() })))).toEqual([{ fileId: "1" }]);
    expect(readAction(undefined, z.unknown())).toBeUndefined();
  });

  test("of another shape is refused", () => {
    expect(() => readAction({ result: {} }, ticket)).toThrow(
      expect.objectContaining({ message: "Required", path: "uploadUri" }),
    );
  });
});

function reference(id: string) {
  return { type: "client_person", id };
}
