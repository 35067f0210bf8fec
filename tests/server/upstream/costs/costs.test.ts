import { describe, expect } from "vitest";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const inputs = { currency: "USD", price: "895000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };

const estimate = (person: TestPerson, packageId: string, given: object = inputs) =>
  person.send("POST", "/cost_estimates", { type: "cost_estimate", attributes: { packageId, inputs: given } });

const template = (person: TestPerson, name: string, given: object = { currency: "USD" }) =>
  person.send("POST", "/cost_templates", { type: "cost_template", attributes: { name, inputs: given } });

const test = upstreamTest({});

describe("costs", () => {
  async function newOwner(service: UpstreamService): Promise<TestPerson> {
    return (await service.newWorkspace()).owner;
  }

  const labelsOf = async (person: TestPerson) =>
    (await person.get("/activities")).records.map(({ attributes }) => attributes.label);

  test("an estimate answers what was entered with its lines, totals and warnings", async ({ service }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const { record, status } = await estimate(owner, packageId);
    expect(status).toBe(201);
    expect(record.attributes).toMatchObject({
      package_id: packageId,
      inputs: { currency: "USD", price: "895000.00", down_payment: null, down_payment_percent: "20", services: [] },
      totals: {
        monthly_payment: { amount: "4525.61", currency: "USD" },
        cash_to_close: { amount: "179000.00", currency: "USD" },
        repairs_low: null,
        repairs_high: null,
      },
      warnings: [{ code: "closing_costs_low" }, { code: "closing_day_missing" }],
    });
    expect(record.attributes.lines).toContainEqual({
      section: "monthly",
      key: "principal_and_interest",
      label: "Principal and interest",
      amount: { amount: "4525.61", currency: "USD" },
      basis: "$716,000 over 360 months at 6.5% per year",
      source: "Agent's estimate",
    });
    const listed = await owner.get(`/cost_estimates?filter[package_id]=${packageId}`);
    expect(listed.records).toEqual([record]);
    expect((await owner.get(`/activities?filter[package_id]=${packageId}`)).records[0]?.attributes).toMatchObject({
      label: "Cost estimate created",
      changes: [{ field: "monthly_payment" }, { field: "closing_costs" }, { field: "cash_to_close" }],
    });
  });

  test("a package has one; its inputs are replaced as a whole, and only with its current version", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const { record } = await estimate(owner, packageId);
    expect((await estimate(owner, packageId)).problem).toBe("409 estimate_exists");
    const path = `/cost_estimates/${record.id}`;
    const headers = { "if-match": record.meta.etag ?? "" };
    const patch = (given: object) =>
      owner.send("PATCH", path, { type: "cost_estimate", id: record.id, attributes: { inputs: given }, headers });
    const same = await patch(inputs);
    expect(same.record.meta.etag).toBe(record.meta.etag);
    const changed = await patch({ ...inputs, hoaMonthly: "350", closingOn: "2027-04-15" });
    expect(changed.record.attributes).toMatchObject({
      totals: { monthly_payment: { amount: "4875.61" }, closing_costs: { amount: "2040.11" } },
      inputs: { hoa_monthly: "350.00" },
    });
    expect((await patch(inputs)).status).toBe(412);
    expect(await labelsOf(owner)).toEqual([
      "Cost estimate changed",
      "Cost estimate created",
      "Property created",
      "Workspace created",
    ]);
  });

  test("each wrong input is pointed at", async ({ service }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const answer = await estimate(owner, packageId, { ...inputs, price: "0", termYears: 99 });
    expect(answer.document.errors?.map(({ source }) => source?.pointer)).toEqual(["/data/attributes/inputs/termYears"]);
    const { problem } = await estimate(owner, packageId, { ...inputs, price: "0" });
    expect(problem).toBe("400 invalid_attribute /data/attributes/inputs/price");
  });

  test("templates have names of their own, are renamed and removed, and everybody applies them", async ({
    service,
  }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const given = { currency: "USD", ratePercent: "6.5", services: [{ label: "Survey", amount: "400" }] };
    const { record } = await template(owner, "King County", given);
    expect(record.attributes).toMatchObject({
      name: "King County",
      inputs: { price: null, rate_percent: "6.5", services: [{ label: "Survey", amount: "400.00" }] },
    });
    expect((await template(owner, "KING  county")).problem).toBe("400 invalid_attribute /data/attributes/name");
    const path = `/cost_templates/${record.id}`;
    const rename = (person: TestPerson, name: string) =>
      person.send("PATCH", path, { type: "cost_template", id: record.id, attributes: { name } });
    expect((await rename(owner, "Pierce County")).record.attributes).toMatchObject({
      name: "Pierce County",
      inputs: record.attributes.inputs,
    });
    const member = await workspace.join("member");
    const [seen] = (await member.get("/cost_templates")).records;
    expect([seen?.attributes.name, seen?.meta.can]).toEqual(["Pierce County", []]);
    expect((await rename(member, "Mine")).status).toBe(403);
    expect((await template(member, "Mine")).record.meta.can).toEqual(["update", "remove"]);
    expect((await owner.send("DELETE", path)).status).toBe(204);
    expect((await owner.get("/cost_templates")).records.map(({ attributes }) => attributes.name)).toEqual(["Mine"]);
    expect((await labelsOf(owner)).toSorted()).toEqual([
      ...["added", "added", "changed", "removed"].map((what) => `Cost template ${what}`),
      "Workspace created",
    ]);
  });

  test("users who may not change a package cannot estimate, and to others it does not exist", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { id: packageId } = await newPackage(workspace.owner);
    const { record } = await estimate(workspace.owner, packageId);
    const instructor = await workspace.join("instructor");
    expect((await instructor.get(`/cost_estimates/${record.id}`)).record.meta.can).toEqual([]);
    expect((await estimate(instructor, packageId)).status).toBe(403);
    const member = await workspace.join("member");
    expect((await member.get(`/cost_estimates/${record.id}`)).status).toBe(404);
    expect((await estimate(member, packageId)).status).toBe(404);
    const own = await newPackage(member);
    expect((await estimate(member, own.id)).status).toBe(201);
    const stranger = await newOwner(service);
    expect((await estimate(stranger, packageId)).status).toBe(404);
    expect((await stranger.get(`/cost_estimates?filter[package_id]=${packageId}`)).records).toEqual([]);
  });
});
