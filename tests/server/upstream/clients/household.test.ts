import { expect } from "vitest";
import type { TestRecord } from "#tests/support/answers.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

function profileOf(client: TestRecord): string {
  const data = client.relationships?.buyer_profile?.data;
  return data && "id" in data ? data.id : "";
}

const add = (owner: TestPerson, client: TestRecord, attributes: object) =>
  owner.send("POST", "/client_people", { type: "client_person", attributes: { clientId: client.id, ...attributes } });
const change = (owner: TestPerson, id: string, attributes: object) =>
  owner.send("PATCH", `/buyer_profiles/${id}`, { type: "buyer_profile", attributes });

test("people are added to a household, changed and removed, and each step is in the client's history", async ({
  owner,
}) => {
  const client = await owner.newClient();
  const theo = await add(owner, client, { name: "Theo Lindqvist", email: "Theo@client.example", phoneNumber: "" });
  expect(theo.status).toBe(201);
  expect(theo.record.attributes).toMatchObject({
    name: "Theo Lindqvist",
    email: "Theo@client.example",
    phone_number: null,
  });
  const nora = await add(owner, client, { name: "Nora Lindqvist", email: "nora@client.example" });

  const shown = await owner.get(`/clients/${client.id}?include=people`);
  expect(shown.document.included?.map(({ attributes }) => attributes.name)).toEqual([
    "Theo Lindqvist",
    "Nora Lindqvist",
  ]);
  expect(shown.record.relationships?.people?.data).toEqual([
    { type: "client_person", id: theo.record.id },
    { type: "client_person", id: nora.record.id },
  ]);

  const attributes = { phoneNumber: "555 0101" };
  const changed = await owner.send("PATCH", `/client_people/${theo.record.id}`, { type: "client_person", attributes });
  expect(changed.record.attributes).toMatchObject({ name: "Theo Lindqvist", phone_number: "555 0101" });
  expect((await owner.send("DELETE", `/client_people/${nora.record.id}`)).status).toBe(204);
  expect((await owner.get(`/client_people/${nora.record.id}`)).status).toBe(404);

  const { records } = await owner.get(`/activities?filter[client_id]=${client.id}&sort=occurred_at`);
  expect(records.map((event) => [event.attributes.label, event.attributes.changes])).toEqual([
    ["Client created", expect.any(Array)],
    ["Person added to the household", [{ field: "name", before: null, after: "Theo Lindqvist" }]],
    ["Person added to the household", [{ field: "name", before: null, after: "Nora Lindqvist" }]],
    ["Person's details changed", [{ field: "phone_number", before: null, after: "555 0101" }]],
    [
      "Person removed from the household",
      [
        { field: "name", before: "Nora Lindqvist", after: null },
        { field: "email", before: "nora@client.example", after: null },
        { field: "phone_number", before: null, after: null },
      ],
    ],
  ]);
});

test("an address is in a household once, but may be in several households", async ({ owner }) => {
  const [one, two] = [await owner.newClient(), await owner.newClient()];
  const first = await add(owner, one, { name: "Theo", email: "same@client.example" });
  expect((await add(owner, one, { name: "Theo again", email: "SAME@client.example" })).problem).toBe(
    "400 invalid_attribute /data/attributes/email",
  );
  expect((await add(owner, two, { name: "Theo", email: "same@client.example" })).status).toBe(201);
  const other = await add(owner, one, { name: "Nora", email: "nora@client.example" });
  const clash = { type: "client_person", attributes: { email: "same@client.example" } };
  expect((await owner.send("PATCH", `/client_people/${other.record.id}`, clash)).problem).toBe(
    "400 invalid_attribute /data/attributes/email",
  );
  const own = { type: "client_person", attributes: { email: "Same@client.example" } };
  expect((await owner.send("PATCH", `/client_people/${first.record.id}`, own)).status).toBe(200);
});

test.for([
  [{ clientId: "x", name: "A", email: "a@b.example" }, "400 invalid_attribute /data/attributes/client_id"],
  [{ name: "A", email: "a@b.example" }, "400 required /data/attributes/client_id"],
] as const)("%j is no person of anybody", async ([attributes, problem], { owner }) => {
  expect((await owner.send("POST", "/client_people", { type: "client_person", attributes })).problem).toBe(problem);
});

test("a person stays with their client", async ({ owner }) => {
  const [one, two] = [await owner.newClient(), await owner.newClient()];
  const { record } = await add(owner, one, { name: "Theo", email: "theo@client.example" });
  const sent = { type: "client_person", attributes: { clientId: two.id } };
  expect((await owner.send("PATCH", `/client_people/${record.id}`, sent)).problem).toBe(
    "422 no_such_input /data/attributes/clientId",
  );
});

test("a buyer profile keeps what it is given, and says when it became complete", async ({ owner }) => {
  const client = await owner.newClient();
  const id = profileOf(client);
  const wishes = {
    budget: { amount: "0650000.50", currency: "usd" },
    minBeds: 3,
    minBaths: 2.5,
    minLotSize: 4000.25,
    minGarages: 0,
    preferredAreas: ["Ballard", " Fremont ", "Ballard"],
    propertyTypes: ["Craftsman"],
    notes: "First line\r\nsecond line",
  };
  const changed = await change(owner, id, wishes);
  expect(changed.record.attributes).toMatchObject({
    budget: { amount: "650000.50", currency: "USD" },
    min_beds: 3,
    min_baths: 2.5,
    min_lot_size: 4000.25,
    min_garages: 0,
    preferred_areas: ["Ballard", "Fremont"],
    property_types: ["Craftsman"],
    notes: "First line\nsecond line",
  });
  expect((await change(owner, id, wishes)).record.meta.etag).toBe(changed.record.meta.etag);
  await change(owner, id, { minBeds: 4 });
  const { records } = await owner.get(`/activities?filter[client_id]=${client.id}`);
  expect(records.map(({ attributes }) => attributes.label)).toEqual([
    "Buyer profile changed",
    "Buyer profile completed",
    "Client created",
  ]);
  expect(records[0]?.attributes.changes).toEqual([{ field: "min_beds", before: 3, after: 4 }]);
  const cleared = await change(owner, id, {
    budget: null,
    minBeds: null,
    minBaths: null,
    minLotSize: null,
    minGarages: null,
    notes: " ",
  });
  expect(cleared.record.attributes).toMatchObject({ budget: null, min_beds: null, min_baths: null, notes: null });
});

test.for<[object, string]>([
  [{ budget: { amount: "-1", currency: "USD" } }, "budget/amount"],
  [{ budget: { amount: "1e9", currency: "USD" } }, "budget/amount"],
  [{ budget: { amount: "12.34567", currency: "USD" } }, "budget/amount"],
  [{ budget: { amount: 5, currency: "USD" } }, "budget/amount"],
  [{ budget: { amount: "", currency: "USD" } }, "budget/amount"],
  [{ budget: { amount: "5", currency: "XYZ" } }, "budget/currency"],
  [{ budget: { amount: "5" } }, "budget/currency"],
  [{ budget: "5 USD" }, "budget"],
  [{ minBeds: -1 }, "min_beds"],
  [{ minBeds: 1.5 }, "min_beds"],
  [{ minBeds: 100 }, "min_beds"],
  [{ minBeds: "3" }, "min_beds"],
  [{ minBaths: 2.25 }, "min_baths"],
  [{ minBaths: -0.5 }, "min_baths"],
  [{ minLotSize: 1e12 }, "min_lot_size"],
  [{ minLotSize: 0.001 }, "min_lot_size"],
  [{ minGarages: 1e99 }, "min_garages"],
  [{ preferredAreas: [""] }, "preferred_areas/0"],
  [{ preferredAreas: "Ballard" }, "preferred_areas"],
  [{ preferredAreas: Array.from({ length: 31 }, (_, n) => `Area ${n}`) }, "preferred_areas"],
  [{ propertyTypes: ["a".repeat(101)] }, "property_types/0"],
  [{ notes: "a".repeat(10_001) }, "notes"],
])("a buyer profile with %j is refused", async ([attributes, place], { owner }) => {
  const client = await owner.newClient();
  expect((await change(owner, profileOf(client), attributes)).problem).toBe(
    `400 invalid_attribute /data/attributes/${place}`,
  );
});
