import { expect } from "vitest";
import { z } from "zod";
import type { TestRecord } from "#tests/support/answers.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, dayFromToday, move, newDeal, undo } from "./deals.ts";

const test = newWorkspaceTest().extend("member", ({ workspace }) => workspace.join("member"));

const change = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/opportunities/${id}`, { type: "opportunity", id, attributes });

const read = async (person: TestPerson, id: string) => created(await person.get(`/opportunities/${id}`)).attributes;

/** A deal that has come to a stage by the shortest way. */
async function dealAt(person: TestPerson, stage: "offer_sent" | "offer_accepted" | "inspections_underway") {
  const deal = await newDeal(person);
  const way = ["open", "offer_sent", "offer_accepted", "inspections_underway"];
  for (const [place, to] of way.entries()) {
    const from = way[place - 1];
    if (from !== undefined && place <= way.indexOf(stage)) created(await move(person, deal.id, from, to));
  }
  return deal;
}

test("a deal's days are written by its moves, taken back with them, and forgotten when it starts again", async ({
  owner,
}) => {
  const deal = await dealAt(owner, "inspections_underway");
  expect(await read(owner, deal.id)).toMatchObject({ inspections_due_on: "2031-05-14", closing_on: null });
  const closed = created(await move(owner, deal.id, "inspections_underway", "closed"));
  expect(closed.attributes.closing_on).toBe(dayFromToday(-1));
  const { move_id: moveId } = Object(closed.attributes.undo);
  const undone = created(await undo(owner, deal.id, moveId));
  expect(undone.attributes).toMatchObject({ inspections_due_on: "2031-05-14", closing_on: null });
  created(await change(owner, deal.id, { closingOn: "2031-06-01" }));
  created(await move(owner, deal.id, "inspections_underway", "open"));
  expect(await read(owner, deal.id)).toMatchObject({ inspections_due_on: null, closing_on: null });
});

test("a closed deal that is reopened has no closing day", async ({ owner }) => {
  const deal = await dealAt(owner, "inspections_underway");
  created(await move(owner, deal.id, "inspections_underway", "closed"));
  const reopened = created(await move(owner, deal.id, "closed", "inspections_underway"));
  expect(reopened.attributes).toMatchObject({ inspections_due_on: "2031-05-14", closing_on: null });
});

test("price and expiry of an offer that is out are corrected, and the history tells both", async ({ owner }) => {
  const deal = await dealAt(owner, "offer_sent");
  const price = { amount: "655000.00", currency: "USD" };
  const changed = created(
    await change(owner, deal.id, {
      offerPrice: price,
      offerExpiresAt: "2031-06-03T17:00:00Z",
      closingOn: "2031-07-01",
    }),
  );
  expect(changed.attributes.latest_offer).toMatchObject({ price, expires_at: "2031-06-03T17:00:00.000000Z" });
  const { records } = await owner.get(`/activities?filter[opportunity_id]=${deal.id}`);
  const [latest] = records;
  expect(latest?.attributes.kind).toBe("opportunity.updated");
  expect(latest?.attributes.changes).toEqual([
    { field: "closing_on", before: null, after: "2031-07-01" },
    { field: "offer_price", before: { amount: "640000.00", currency: "USD" }, after: price },
    { field: "offer_expires_at", before: "2031-05-03T17:00:00.000000Z", after: "2031-06-03T17:00:00.000000Z" },
  ]);
  expect(created(await change(owner, deal.id, { offerPrice: price })).meta).toEqual(changed.meta);
});

test("an accepted offer's price and day are corrected, and no longer its expiry", async ({ owner }) => {
  const deal = await dealAt(owner, "offer_accepted");
  const price = { amount: "651000.00", currency: "USD" };
  const acceptedOn = dayFromToday(-3);
  const changed = created(await change(owner, deal.id, { acceptedPrice: price, acceptedOn }));
  expect(changed.attributes.latest_offer).toMatchObject({ accepted_price: price, accepted_on: acceptedOn });
  const late = await change(owner, deal.id, { offerExpiresAt: "2031-06-03T17:00:00Z" });
  expect(late.problem).toBe("409 offer_changed");
});

test("what cannot be is refused: acceptance to come, a price of nothing, an expiry that is over, no day at all", async ({
  owner,
}) => {
  const [sent, accepted] = [await dealAt(owner, "offer_sent"), await dealAt(owner, "offer_accepted")];
  const nothing = { amount: "0.00", currency: "USD" };
  for (const [deal, given] of [
    [accepted, { acceptedOn: dayFromToday(3) }],
    [accepted, { closingOn: "2031-02-30" }],
    [accepted, { acceptedOn: null }],
    [sent, { offerPrice: nothing }],
    [sent, { offerExpiresAt: "2020-01-01T00:00:00Z" }],
  ] as const)
    expect([given, (await change(owner, deal.id, given)).status]).toEqual([given, 400]);
});

test("deals with a day that is near or past, the nearest first, without those that are over", async ({
  owner,
  member,
}) => {
  const due = "/opportunities?filter[due_within_days]=7&sort=next_due_on";
  const idsOf = async (person: TestPerson) => (await person.get(due)).records.map(({ id }) => id);
  const dated = async (person: TestPerson, attributes: object): Promise<TestRecord> => {
    const deal = await newDeal(person);
    return created(await change(person, deal.id, attributes));
  };
  const near = await dated(owner, { closingOn: dayFromToday(5) });
  const past = await dated(owner, { closingOn: "2031-01-01", inspectionsDueOn: dayFromToday(-2) });
  const theirs = await dated(member, { inspectionsDueOn: dayFromToday(1) });
  await dated(owner, { closingOn: dayFromToday(30) });
  const lost = await dated(owner, { closingOn: dayFromToday(1) });
  await move(owner, lost.id, "open", "lost");
  expect(await idsOf(owner)).toEqual([past.id, theirs.id, near.id]);
  expect(await idsOf(member)).toEqual([theirs.id]);
  expect((await owner.get("/opportunities?filter[due_within_days]=soon")).status).toBe(400);
});

test("who works a deal reads name, email and phone of its client, and nothing else of another agent's", async ({
  owner,
  member,
}) => {
  const deal = await newDeal(owner);
  const { client_id: clientId, package_id: packageId } = deal.attributes;
  expect((await member.get(`/opportunities/${deal.id}`)).status).toBe(404);
  const given = { type: "assignment", attributes: { accountId: member.accountId } };
  expect((await owner.send("POST", `/opportunities/${deal.id}/assignment`, given)).status).toBe(204);
  const seen = await member.get(`/opportunities/${deal.id}?include=client,package`);
  const client = created(await owner.get(`/clients/${clientId}`)).attributes;
  expect(seen.record.attributes.contact).toEqual({
    name: client.name,
    email: client.email,
    phone_number: client.phone_number,
    is_archived: false,
  });
  const included = z
    .array(
      z.object({
        type: z.string(),
        attributes: z.record(z.string(), z.unknown()),
        links: z.unknown(),
        meta: z.unknown(),
      }),
    )
    .parse(seen.document.included);
  for (const { links, meta } of included) expect([links, meta]).toEqual([{}, { can: [], partial: true }]);
  expect(included.map(({ type, attributes }) => [type, Object.keys(attributes).toSorted()])).toEqual([
    ["client", ["email", "name", "phone_number", "profile_image_url"]],
    ["package", ["city", "list_price", "photo_url", "state", "street", "time_zone", "zip"]],
  ]);
  const listed = await member.get("/opportunities?include=client");
  expect(JSON.stringify(listed.document)).not.toContain(owner.accountId);
  expect(seen.record.attributes.address).toMatchObject({ street: "12 Alder Lane" });
  expect((await member.get(`/clients/${clientId}`)).status).toBe(404);
  expect((await member.get(`/packages/${packageId}`)).status).toBe(404);
  expect((await member.get("/clients")).records).toEqual([]);
});
