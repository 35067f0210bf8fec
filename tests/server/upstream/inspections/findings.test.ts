import { expect } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest().extend(
  "packageId",
  { scope: "file" },
  async ({ owner }) => (await newPackage(owner)).id,
);

const usd = (amount: string) => ({ amount, currency: "USD" });
const roof = { system: "Roof", severity: "repair", title: "The flashing is loose" };
const add = (person: TestPerson, packageId: string, attributes: object) =>
  person.send("POST", "/findings", { type: "finding", attributes: { packageId, ...roof, ...attributes } });
const change = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/findings/${id}`, { type: "finding", attributes });
const totals = async (person: TestPerson, id: string) =>
  (await person.get(`/packages/${id}/repair_totals`)).record.attributes;

test("a finding is entered by hand with everything it may have", async ({ owner, packageId }) => {
  const facts = {
    page: 12,
    quote: " Flashing is loose.\nSeal it. ",
    lowCost: usd("450"),
    highCost: usd("0700"),
    decision: "credit",
  };
  const { status, record } = await add(owner, packageId, facts);
  expect([status, record.meta.can]).toEqual([201, ["update", "remove"]]);
  expect(record.attributes).toMatchObject({
    ...roof,
    package_id: packageId,
    inspection_report_id: null,
    page: 12,
    quote: "Flashing is loose.\nSeal it.",
    low_cost: usd("450"),
    high_cost: usd("700"),
    decision: "credit",
    is_proposed: false,
  });
  const bare = (await add(owner, packageId, {})).record.attributes;
  expect([bare.page, bare.quote, bare.low_cost, bare.high_cost, bare.decision]).toEqual([null, null, null, null, null]);
});

test("it is changed, decided on, and removed, and the history says so", async ({ owner, packageId }) => {
  const { id } = await newPackage(owner);
  const made = (await add(owner, packageId, { packageId: id, lowCost: usd("100") })).record;
  const changed = await change(owner, made.id, { severity: "major", highCost: usd("300"), decision: "repair" });
  expect(changed.record.attributes).toMatchObject({
    severity: "major",
    low_cost: usd("100"),
    high_cost: usd("300"),
    decision: "repair",
  });
  const cleared = await change(owner, made.id, { lowCost: null, highCost: null, decision: null });
  expect([cleared.record.attributes.low_cost, cleared.record.attributes.decision]).toEqual([null, null]);
  expect((await change(owner, made.id, { title: roof.title })).record.meta.etag).toBe(cleared.record.meta.etag);
  expect((await owner.send("DELETE", `/findings/${made.id}`)).status).toBe(204);
  const { records } = await owner.get(`/activities?filter[package_id]=${id}&page[limit]=4`);
  expect(records.map(({ attributes }) => attributes.kind)).toEqual([
    "finding.removed",
    "finding.updated",
    "finding.updated",
    "finding.added",
  ]);
});

test.for<[object, string]>([
  [{ system: "" }, "system"],
  [{ system: "s".repeat(101) }, "system"],
  [{ severity: "dreadful" }, "severity"],
  [{ title: " " }, "title"],
  [{ title: "two\nlines" }, "title"],
  [{ page: 0 }, "page"],
  [{ page: 1.5 }, "page"],
  [{ quote: "q".repeat(2001) }, "quote"],
  [{ lowCost: usd("-1") }, "low_cost/amount"],
  [{ lowCost: usd("5"), highCost: usd("4") }, "high_cost"],
  [{ lowCost: usd("5"), highCost: { amount: "6", currency: "EUR" } }, "high_cost"],
  [{ decision: "ignore" }, "decision"],
])("%j is refused", async ([attributes, place], { owner, packageId }) => {
  expect((await add(owner, packageId, attributes)).problem).toBe(`400 invalid_attribute /data/attributes/${place}`);
});

test("a change is checked against the stored finding: the high cost stays the higher one, and nothing becomes a suggestion again", async ({
  owner,
  packageId,
}) => {
  const { id } = (await add(owner, packageId, { lowCost: usd("100"), highCost: usd("200") })).record;
  expect((await change(owner, id, { lowCost: usd("300") })).problem).toBe(
    "400 invalid_attribute /data/attributes/high_cost",
  );
  expect((await change(owner, id, { isProposed: true })).problem).toBe(
    "400 invalid_attribute /data/attributes/is_proposed",
  );
});

test("all findings of a package have their costs in one currency", async ({ owner, packageId }) => {
  const { id } = await newPackage(owner);
  const first = (await add(owner, packageId, { packageId: id, lowCost: usd("100") })).record;
  const euros = { lowCost: { amount: "90", currency: "EUR" } };
  const refused = await add(owner, packageId, { packageId: id, ...euros });
  expect(refused.problem).toBe("400 invalid_attribute /data/attributes/low_cost");
  expect(refused.document.errors?.[0]?.detail).toBe("The other findings of this property are in USD.");
  expect((await change(owner, first.id, euros)).record.attributes.low_cost).toEqual(euros.lowCost);
  expect((await add(owner, packageId, { packageId: id, ...euros })).status).toBe(201);
});

test("totals leave suggestions out, use a single cost for both ends, and count undecided findings", async ({
  owner,
  packageId,
}) => {
  const { id } = await newPackage(owner);
  expect(await totals(owner, id)).toEqual({ low: null, high: null, count: 0, undecided: 0, proposed: 0 });
  await add(owner, packageId, { packageId: id, lowCost: usd("450.50"), highCost: usd("700"), decision: "repair" });
  await add(owner, packageId, { packageId: id, highCost: usd("1000") });
  await add(owner, packageId, { packageId: id, decision: "verify" });
  expect(await totals(owner, id)).toEqual({
    low: usd("1450.50"),
    high: usd("1700"),
    count: 3,
    undecided: 1,
    proposed: 0,
  });
});

test("the estimate of a package's costs has the repairs as they are now", async ({ owner, packageId }) => {
  const { id } = await newPackage(owner);
  const inputs = { currency: "USD", price: "895000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };
  const attributes = { packageId: id, inputs };
  const estimate = await owner.send("POST", "/cost_estimates", { type: "cost_estimate", attributes });
  await add(owner, packageId, { packageId: id, lowCost: usd("450"), highCost: usd("700") });
  const { totals } = (await owner.get(`/cost_estimates/${estimate.record.id}`)).record.attributes;
  expect(totals).toMatchObject({ repairs_low: usd("450"), repairs_high: usd("700") });
});

test("a finding names a report of its own package only", async ({ owner, packageId }) => {
  expect((await add(owner, packageId, { inspectionReportId: crypto.randomUUID() })).problem).toBe("404 not_found");
});

test("findings are listed by package, the worst first, and page by page", async ({ owner, packageId }) => {
  const { id } = await newPackage(owner);
  for (const severity of ["monitor", "safety", "repair", "major", "safety"])
    await add(owner, packageId, { packageId: id, severity });
  const severities = async (query: string) =>
    (await owner.get(`/findings?filter[package_id]=${id}&${query}`)).records.map(
      ({ attributes }) => attributes.severity,
    );
  expect(await severities("")).toEqual(["safety", "safety", "major", "repair", "monitor"]);
  expect(await severities("sort=inserted_at")).toEqual(["monitor", "safety", "repair", "major", "safety"]);
  expect(await severities("filter[proposed]=true")).toEqual([]);
  const first = await owner.get(`/findings?filter[package_id]=${id}&page[limit]=2`);
  const next = new URL(first.document.links?.next ?? "").search;
  expect((await owner.get(`/findings${next}`)).records.map(({ attributes }) => attributes.severity)).toEqual([
    "major",
    "repair",
  ]);
});

test.for<[Role, number]>([
  ["admin", 201],
  ["manager", 201],
  ["member", 404],
  ["instructor", 403],
])("the %s enters a finding of somebody else's package with %i", async ([role, status], { service, packageId }) => {
  const workspace = await service.newWorkspace();
  const person = await workspace.join(role);
  const { id } = await newPackage(workspace.owner);
  expect((await add(person, packageId, { packageId: id })).status).toBe(status);
  const theirs = (await add(workspace.owner, packageId, { packageId: id })).record;
  const expected = status === 201 ? 200 : status;
  expect((await change(person, theirs.id, { decision: "accept" })).status).toBe(expected);
  expect((await person.get(`/packages/${id}/repair_totals`)).status).toBe(status === 404 ? 404 : 200);
  expect((await person.send("DELETE", `/findings/${theirs.id}`)).status).toBe(expected === 200 ? 204 : expected);
});
