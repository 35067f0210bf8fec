import { expect } from "vitest";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const usd = (amount: string) => ({ amount, currency: "USD" });

/** A property with an estimate, two findings (one of them suggested) and a comparable. */
async function seededPackage(owner: TestPerson): Promise<string> {
  const { id } = await newPackage(owner);
  const inputs = { currency: "USD", price: "500000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };
  const add = (path: string, type: string, attributes: object) =>
    owner.send("POST", path, { type, attributes: { packageId: id, ...attributes } });
  await add("/cost_estimates", "cost_estimate", { inputs });
  const leak = { system: "Roof", severity: "major", title: "The roof leaks", lowCost: usd("900"), quote: "Page 4" };
  await add("/findings", "finding", { ...leak, decision: "repair" });
  await add("/findings", "finding", { system: "Structure", severity: "safety", title: "Loose rail" });
  await add("/comparables", "comparable", {
    address: "9 Elm Street",
    soldPrice: usd("510000"),
    sqft: 1700,
    soldOn: "2026-03-02",
  });
  return id;
}

async function pair(owner: TestPerson, clientId: string, packageId: string): Promise<void> {
  await owner.send("POST", "/opportunities", { type: "opportunity", attributes: { clientId, packageId } });
}

const decide = (owner: TestPerson, id: string, attributes: object) =>
  owner.send("POST", `/packages/${id}/portal_release`, { type: "portal_release", attributes });

test("nothing of costs, findings and comparables is shown until the agent releases it, each by itself", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const id = await seededPackage(owner);
  await pair(owner, record.id, id);
  const read = async () => (await client.get(`/portal/properties/${id}/released`)).record.attributes;
  expect(await read()).toEqual({ costs: null, findings: null, comparables: null });
  const before = await owner.get(`/packages/${id}/portal_release`);
  expect(before.record.attributes).toMatchObject({
    costs: false,
    findings: false,
    comparables: false,
    preview: { comparables: [{ address: "9 Elm Street" }] },
  });

  await decide(owner, id, { costs: true });
  const { costs, findings } = await read();
  expect(findings).toBeNull();
  expect(costs).toMatchObject({
    totals: { monthly_payment: usd("2528.27") },
    rate_percent: "6.5",
    term_years: 30,
    lines: expect.arrayContaining([{ section: "loan", key: "price", label: "Price", amount: usd("500000.00") }]),
  });

  await decide(owner, id, { costs: false, findings: true, comparables: true });
  const shown = await read();
  expect(shown.costs).toBeNull();
  // The worst first; what the agent quoted from the report stays with the agent.
  expect(shown.findings).toEqual([
    expect.objectContaining({ title: "Loose rail", severity: "safety", low_cost: null, decision: null }),
    {
      ...{ id: expect.any(String), system: "Roof", severity: "major", title: "The roof leaks" },
      ...{ low_cost: usd("900"), high_cost: null, decision: "repair" },
    },
  ]);
  expect(shown.comparables).toEqual([
    { id: expect.any(String), address: "9 Elm Street", sold_price: usd("510000"), sqft: 1700, sold_on: "2026-03-02" },
  ]);
});

test("suggested findings are not shown before they are accepted", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  const id = await seededPackage(owner);
  await pair(owner, record.id, id);
  await decide(owner, id, { findings: true });
  await service.database.pool.query("update upstream.findings set is_proposed = true where package_id = $1", [id]);
  expect((await client.get(`/portal/properties/${id}/released`)).record.attributes.findings).toEqual([]);
});

test("the history says what was released, once, and an older version is refused", async ({ owner }) => {
  const { id } = await newPackage(owner);
  const first = await owner.get(`/packages/${id}/portal_release`);
  await decide(owner, id, { costs: true });
  await decide(owner, id, { costs: true });
  const { records } = await owner.get(`/activities?filter[package_id]=${id}`);
  const events = records.filter(({ attributes }) => attributes.kind === "portal_release.changed");
  expect(events.map(({ attributes }) => attributes.changes)).toEqual([
    [{ field: "costs", before: false, after: true }],
  ]);
  const late = await owner.send("POST", `/packages/${id}/portal_release`, {
    type: "portal_release",
    attributes: { costs: false },
    headers: { "if-match": first.headers.get("etag") ?? "" },
  });
  expect(late.status).toBe(412);
});

test("another client's property, an archived one and another workspace's are plain 404s", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const [theirs, archived] = [await seededPackage(owner), await seededPackage(owner)];
  await pair(owner, (await owner.newClient()).id, theirs);
  await pair(owner, record.id, archived);
  for (const id of [theirs, archived]) await decide(owner, id, { costs: true, findings: true, comparables: true });
  await owner.send("POST", `/packages/${archived}/archival`);
  const { owner: stranger } = await service.newWorkspace();
  const foreign = await seededPackage(stranger);
  for (const id of [theirs, archived, foreign, "none"])
    expect((await client.get(`/portal/properties/${id}/released`)).status, id).toBe(404);
  expect((await decide(stranger, theirs, { costs: false })).status).toBe(404);
  expect((await owner.get(`/packages/${foreign}/portal_release`)).status).toBe(404);
  expect((await client.get(`/packages/${theirs}/portal_release`)).status).toBe(401);
});
