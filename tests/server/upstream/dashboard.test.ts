import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, dayFromToday, move, newDeal, newPackage } from "./opportunities/deals.ts";

const test = newWorkspaceTest().extend("member", ({ workspace }) => workspace.join("member"));

async function figures(person: TestPerson) {
  const { problem, record } = await person.get("/dashboard");
  expect(problem).toBe("");
  return record.attributes;
}
const money = (amount: string, currency = "USD") => ({ amount, currency });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function priced(person: TestPerson, price: object) {
  const deal = await newDeal(person);
  const id = String(deal.attributes.package_id);
  await person.send("PATCH", `/packages/${id}`, { type: "package", id, attributes: { listPrice: price } });
  return deal;
}

test("a new workspace has nothing in play", async ({ owner }) => {
  expect(await figures(owner)).toEqual({
    ...{
      new_this_week: 0,
      showings_this_week: 0,
      showings_to_confirm: 0,
      offers_due: 0,
      next_offer_due_at: null,
      has_samples: false,
      open_deals: 0,
      clients: 0,
    },
    ...{ open_steps: ["clients", "packages", "team", "public_page", "share"], value_in_play: [] },
  });
});

test("the value in play is that of the offers, or else the list prices, of the open deals, by currency", async ({
  owner,
  member,
}) => {
  await priced(owner, money("500000.00"));
  const sent = await priced(owner, money("700000.00"));
  created(await move(owner, sent.id, "open", "offer_sent", { price: money("690000.00"), expiresAt: inDays(2) }));
  const accepted = await priced(owner, money("1.00"));
  created(await move(owner, accepted.id, "open", "offer_sent", { price: money("300000.00") }));
  const terms = { price: money("310000.00"), acceptedOn: dayFromToday(-2) };
  created(await move(owner, accepted.id, "offer_sent", "offer_accepted", terms));
  const lost = await priced(owner, money("900000.00"));
  created(await move(owner, lost.id, "open", "lost", { reason: "financing" }));
  await newDeal(owner);
  await priced(member, money("80000.00", "CAD"));
  const usd = { currency: "USD", amount: "1500000.00", offered: "1000000.00" };
  const cad = { currency: "CAD", amount: "80000.00", offered: "0" };
  expect(await figures(owner)).toMatchObject({ value_in_play: [usd, cad], new_this_week: 5 });
  expect(await figures(member)).toMatchObject({ value_in_play: [cad], new_this_week: 1 });
});

test("showings of the week and offers due are those of the calendar and of the list of properties", async ({
  service,
  owner,
}) => {
  const deal = await newDeal(owner);
  const add = async (startsAt: string) =>
    created(
      await owner.send("POST", "/showings", { type: "showing", attributes: { opportunityId: deal.id, startsAt } }),
    ).id;
  const ids = [await add(inDays(30)), await add(inDays(31)), await add(inDays(32))];
  const cancelled = await add(inDays(33));
  await owner.send("POST", `/showings/${ids[0]}/confirmation`);
  await owner.send("POST", `/showings/${cancelled}/cancellation`);
  // Two at noon today, which is a day of the present week, and one far from it.
  await service.database.orm.execute(sql`update upstream.showings set starts_at =
    (date_trunc('day', now() at time zone 'America/New_York') + interval '12 hours') at time zone 'America/New_York'
    where id <> ${ids[2]} and opportunity_id = ${deal.id}`);
  for (const days of [2, 6, 9]) {
    const { id } = await newPackage(owner);
    await owner.send("PATCH", `/packages/${id}`, { type: "package", id, attributes: { offerDueAt: inDays(days) } });
  }
  const listed = await owner.get("/packages?filter[offer_due_within]=1w");
  expect(listed.records).toHaveLength(2);
  const read = await figures(owner);
  expect(read).toMatchObject({ showings_this_week: 2, offers_due: 2 });
  expect(Math.round((Date.parse(String(read.next_offer_due_at)) - Date.now()) / 86_400_000)).toBe(2);
});
