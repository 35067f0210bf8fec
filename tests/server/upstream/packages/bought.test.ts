import { expect } from "vitest";
import { notifyOfDueOffers } from "#server/upstream/notifications/due.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, dayFromToday, move, newDeal } from "../opportunities/deals.ts";

// For a property whose offer was accepted no others are due; one whose deal is closed is due for nothing, and still found by whoever bought it.

const test = newWorkspaceTest();

const soon = new Date(Date.now() + 2 * 86_400_000).toISOString();
const idsOf = async (person: TestPerson, query: string) =>
  (await person.get(`/packages?${query}`)).records.map(({ id }) => id);

/** A property with offers due in two days, and the deal of its only client, who has made an offer. */
async function newOffer(owner: TestPerson) {
  const deal = await newDeal(owner);
  const [packageId, clientId] = [String(deal.attributes.package_id), String(deal.attributes.client_id)];
  const offersDue = { type: "package", id: packageId, attributes: { offerDueAt: soon } };
  created(await owner.send("PATCH", `/packages/${packageId}`, offersDue));
  await move(owner, deal.id, "open", "offer_sent");
  return { id: deal.id, packageId, clientId };
}

async function accept(owner: TestPerson, id: string) {
  const price = { amount: "640000", currency: "USD" };
  return created(await move(owner, id, "offer_sent", "offer_accepted", { price, acceptedOn: dayFromToday(-3) }));
}

/** The same once the offer was accepted. */
async function newSale(owner: TestPerson) {
  const sale = await newOffer(owner);
  await accept(owner, sale.id);
  return sale;
}

test("a property leaves what is due once an offer was accepted, and comes back when that is undone", async ({
  service,
  owner,
}) => {
  const { id, packageId } = await newOffer(owner);
  const due = "filter[offer_due_within]=1w&sort=offer_due_at";
  const figures = async () => (await owner.get("/dashboard")).record.attributes;
  const days = `/calendar?from=${dayFromToday(0)}&to=${dayFromToday(5)}`;
  const told = async () => {
    await notifyOfDueOffers(service.database.orm, new Date(Date.now() + 86_400_000));
    return (await owner.get("/notifications")).records.some(({ attributes }) => attributes.kind === "offer_due");
  };
  const shown = async () => {
    const { is_for_sale, takes_offers } = (await owner.get(`/packages/${packageId}`)).record.attributes;
    const onCalendar = (await owner.get(days)).text.includes('"offers_due"');
    return { due: await idsOf(owner, due), onCalendar, is_for_sale, takes_offers };
  };
  const awaited = { due: [packageId], onCalendar: true, is_for_sale: true, takes_offers: true };
  const accepted = { due: [], onCalendar: false, is_for_sale: true, takes_offers: false };
  expect([await shown(), await figures()]).toMatchObject([awaited, { offers_due: 1 }]);
  const { attributes } = await accept(owner, id);
  expect([await shown(), await figures()]).toMatchObject([accepted, { offers_due: 0, next_offer_due_at: null }]);
  expect(await told()).toBe(false);
  const moveId = Object(attributes.undo).move_id;
  await owner.send("POST", `/opportunities/${id}/undoing`, { type: "opportunity", id, attributes: { moveId } });
  expect([await shown(), await figures()]).toMatchObject([awaited, { offers_due: 1 }]);
  expect(await told()).toBe(true);
  await accept(owner, id);
  created(await move(owner, id, "offer_accepted", "closed", { closedOn: dayFromToday(-1) }));
  expect(await shown()).toMatchObject({ ...accepted, is_for_sale: false });
});

test("a bought property is found by its buyer, a lost one is not", async ({ owner }) => {
  const [bought, lost] = [await newSale(owner), await newSale(owner)];
  await move(owner, bought.id, "offer_accepted", "closed", { closedOn: dayFromToday(-1) });
  await move(owner, lost.id, "offer_accepted", "lost", { reason: "outbid" });
  const byClient = async ({ clientId }: typeof bought) => idsOf(owner, `filter[client_id]=${clientId}`);
  expect([await byClient(bought), await byClient(lost)]).toEqual([[bought.packageId], []]);
  const { name } = (await owner.get(`/clients/${bought.clientId}`)).record.attributes;
  expect(await idsOf(owner, `filter[search]=${encodeURIComponent(String(name))}`)).toContain(bought.packageId);
  const shown = async ({ packageId }: typeof bought) =>
    ((await owner.get(`/packages/${packageId}?include=clients`)).document.included ?? []).map(({ id }) => id);
  expect([await shown(bought), await shown(lost)]).toEqual([[bought.clientId], []]);
  await owner.send("PATCH", `/clients/${bought.clientId}`, {
    type: "client",
    id: bought.clientId,
    attributes: { name: "Quirina Zabel" },
  });
  expect(await idsOf(owner, "filter[search]=zabel")).toEqual([bought.packageId]);
});

test("whoever bought a property stands first among its clients, whoever wanted it before", async ({ owner }) => {
  const first = await newDeal(owner);
  const packageId = String(first.attributes.package_id);
  const buyer = await owner.newClient();
  const opportunity = { type: "opportunity", attributes: { clientId: buyer.id, packageId } };
  const deal = created(await owner.send("POST", "/opportunities", opportunity));
  const shown = async () =>
    (await owner.get(`/packages/${packageId}?include=clients`)).record.relationships?.clients?.data;
  const [one, other] = [first.attributes.client_id, buyer.id].map((id) => ({ type: "client", id }));
  expect(await shown()).toEqual([one, other]);
  await move(owner, deal.id, "open", "offer_sent");
  const terms = { price: { amount: "640000", currency: "USD" }, acceptedOn: dayFromToday(-3) };
  await move(owner, deal.id, "offer_sent", "offer_accepted", terms);
  await move(owner, deal.id, "offer_accepted", "closed", { closedOn: dayFromToday(-1) });
  expect(await shown()).toEqual([other, one]);
});
