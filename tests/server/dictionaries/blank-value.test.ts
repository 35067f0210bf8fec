import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { many, one, resource } from "#app/json-api/resource.ts";
import { settle } from "#app/json-api/settle.ts";
import { blankConnection, blankValue } from "#server/dictionaries/blank-api.ts";

interface Folder {
  readonly name: string;
  readonly folders: readonly Folder[];
}
const folder: z.ZodMiniType<Folder> = z.object({ name: z.string(), folders: z.array(z.lazy(() => folder)) });

const agent = resource("agent", { name: z.string(), email: z.nullable(z.string()) });
const record = resource(
  "record",
  {
    title: z.string(),
    price: z.object({ amount: z.string(), currency: z.string() }),
    insertedAt: z.string(),
    state: z.enum(["open", "closed"]),
    kind: z.union([z.literal("house"), z.literal("land")]),
    notes: z.optional(z.string()),
    isArchived: z._default(z.boolean(), true),
    sizes: z.tuple([z.number(), z.string()]),
    counts: z.record(z.string(), z.number()),
    anything: z.unknown(),
    trimmed: z.pipe(
      z.string(),
      z.transform((text) => text.length),
    ),
  },
  { agent: one(agent), people: many(agent) },
);

test("a blank record is one of its kind, and says nothing", async () => {
  const api = blankConnection("account").as({ token: null, workspaceId: null, requestId: "" });
  const found = await api.find("/records/1", record, { failure: "" });
  const blankAgent = { id: "00000000-0000-4000-8000-000000000000", name: "", email: "", etag: "", can: [""] };
  expect(found).toMatchObject({
    title: "",
    price: { amount: "0.00", currency: "USD" },
    insertedAt: "2000-01-01T00:00:00Z",
    state: "open",
    kind: "house",
    notes: "",
    isArchived: false,
    sizes: [0, ""],
    counts: {},
    trimmed: 0,
    agent: blankAgent,
    people: [blankAgent],
    // Null: everything may be done with it.
    can: null,
  });
  const { items } = await api.list("/records", record, { failure: "" });
  expect(items).toEqual([found]);
});

test("no part of a blank page counts as late", async () => {
  const api = blankConnection("account").as({ token: null, workspaceId: null, requestId: "" });
  // Node takes a time that is too long for a timer for one millisecond, and warns.
  const part = await settle(
    api,
    () => wait(20, "part"),
    () => {},
  );
  expect(part).toEqual({ ok: true, data: "part" });
});

test("a kind of record that holds itself comes to an end", () => {
  expect(JSON.stringify(blankValue(folder)).length).toBeLessThan(1000);
});
