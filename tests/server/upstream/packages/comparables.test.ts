import { describe, expect } from "vitest";
import { dayIn } from "#server/upstream/engine/days.ts";
import { alderLane } from "#tests/support/records.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });

const test = upstreamTest({});

describe("comparables", () => {
  async function newPackage(owner: TestPerson, attributes: object = {}): Promise<string> {
    const all = { ...alderLane, sqft: 1840, ...attributes };
    return (await owner.send("POST", "/packages", { type: "package", attributes: all })).record.id;
  }

  const sold = { address: "9 Elm Street", soldPrice: usd("865000"), sqft: 1800, soldOn: "2026-03-02" };
  const add = (by: TestPerson, packageId: string, attributes: object = {}) =>
    by.send("POST", "/comparables", { type: "comparable", attributes: { ...sold, ...attributes, packageId } });
  const change = (by: TestPerson, path: string, type: string, attributes: object) =>
    by.send("PATCH", path, { type, id: path.split("/")[2] ?? "", attributes });
  const compOf = async (owner: TestPerson, packageId: string) =>
    (await owner.get(`/packages/${packageId}`)).record.attributes.comp_value;

  test("are kept as they were given, and listed with their package, newest sale first", async ({ owner }) => {
    const packageId = await newPackage(owner);
    const { record } = await add(owner, packageId, { url: "https://sales.example/9-elm" });
    expect(record.attributes).toEqual({
      package_id: packageId,
      address: "9 Elm Street",
      sold_price: usd("865000"),
      sqft: 1800,
      sold_on: "2026-03-02",
      url: "https://sales.example/9-elm",
      inserted_at: expect.any(String),
      updated_at: record.attributes.inserted_at,
    });
    expect(record.meta.can).toEqual(["update", "remove"]);
    await add(owner, packageId, { address: "Newer", soldOn: "2026-05-02" });
    const found = await owner.get(`/packages/${packageId}?include=comparables`);
    expect(found.document.included?.map(({ attributes }) => attributes.address)).toEqual(["Newer", "9 Elm Street"]);
    expect((await owner.get(`/comparables?filter[package_id]=${packageId}`)).records).toHaveLength(2);
  });

  test("every write updates the package's value", async ({ owner }) => {
    const packageId = await newPackage(owner);
    expect(await compOf(owner, packageId)).toBe(null);
    const first = await add(owner, packageId);
    const value = { ...usd("884222.22"), source: "comparables", count: 1, as_of: "2026-03-02" };
    expect(await compOf(owner, packageId)).toEqual(value);
    const second = await add(owner, packageId, { soldPrice: usd("910000"), sqft: 1950, soldOn: "2026-01-15" });
    expect(await compOf(owner, packageId)).toEqual({ ...value, ...usd("871444.44"), count: 2 });
    await change(owner, `/packages/${packageId}`, "package", { sqft: 1000 });
    expect(await compOf(owner, packageId)).toMatchObject(usd("473611.11"));
    await change(owner, `/comparables/${second.record.id}`, "comparable", {
      soldPrice: usd("936975"),
      soldOn: "2026-04-01",
    });
    expect(await compOf(owner, packageId)).toEqual({ ...value, ...usd("480527.78"), count: 2, as_of: "2026-04-01" });
    await owner.send("DELETE", `/comparables/${first.record.id}`);
    expect(await compOf(owner, packageId)).toMatchObject({ ...usd("480500.00"), count: 1 });
    await change(owner, `/packages/${packageId}`, "package", { sqft: null });
    expect(await compOf(owner, packageId)).toBe(null);
    const events = await owner.get(`/activities?filter[package_id]=${packageId}&page[limit]=50`);
    const kinds = events.records.map(({ attributes }) => attributes.kind);
    expect(kinds.filter((name) => String(name).startsWith("comparable."))).toEqual([
      "comparable.removed",
      "comparable.updated",
      "comparable.added",
      "comparable.added",
    ]);
  });

  test("an override replaces them, is dated and labeled, and can be removed", async ({ service, owner }) => {
    const compOverride = { ...usd("900000"), note: "Corner lot" };
    const packageId = await newPackage(owner, { compOverride });
    // The day that it is where the workspace is, whose clock is hours behind or ahead of the server's.
    const today = dayIn("America/New_York", new Date());
    const value = { ...usd("900000"), source: "override", count: 0, as_of: today };
    expect(await compOf(owner, packageId)).toEqual(value);
    await add(owner, packageId);
    expect(await compOf(owner, packageId)).toEqual({ ...value, count: 1 });
    await service.database.pool.query("update upstream.packages set comp_override_on = '2026-01-01' where id = $1", [
      packageId,
    ]);
    await change(owner, `/packages/${packageId}`, "package", { beds: 4, compOverride });
    expect(await compOf(owner, packageId)).toMatchObject({ as_of: "2026-01-01" });
    await change(owner, `/packages/${packageId}`, "package", { compOverride: { ...usd("910000"), note: null } });
    const { attributes } = (await owner.get(`/packages/${packageId}`)).record;
    expect(attributes.comp_override).toEqual({ ...usd("910000"), note: null });
    expect(attributes.comp_value).toMatchObject({ ...usd("910000"), as_of: today });
    await change(owner, `/packages/${packageId}`, "package", { compOverride: null });
    expect(await compOf(owner, packageId)).toMatchObject({ source: "comparables", ...usd("884222.22") });
  });

  test("packages are sorted by their values, those without one last", async ({ service }) => {
    const other = (await service.newWorkspace()).owner;
    for (const [street, amount] of [
      ["Dear", "900000"],
      ["None", null],
      ["Cheap", "20000"],
    ] as const) {
      const compOverride = amount === null ? null : usd(amount);
      await other.send("POST", "/packages", { type: "package", attributes: { street, compOverride } });
    }
    const { records } = await other.get("/packages?sort=comp_value");
    expect(records.map(({ attributes }) => attributes.street)).toEqual(["Cheap", "Dear", "None"]);
  });

  test.for([
    [{ address: " " }, "400 invalid_attribute /data/attributes/address"],
    [{ soldPrice: usd("0") }, "400 invalid_attribute /data/attributes/sold_price/amount"],
    [{ soldPrice: { amount: "1", currency: "XXQ" } }, "400 invalid_attribute /data/attributes/sold_price/currency"],
    [{ sqft: 0 }, "400 invalid_attribute /data/attributes/sqft"],
    [{ soldOn: "2026-02-30" }, "400 invalid_attribute /data/attributes/sold_on"],
    [{ soldOn: "2999-01-01" }, "400 invalid_attribute /data/attributes/sold_on"],
    [{ url: "javascript:alert(1)" }, "400 invalid_attribute /data/attributes/url"],
    [{ soldPrice: { amount: "1", currency: "EUR" } }, "400 invalid_attribute /data/attributes/sold_price/currency"],
  ] as const)("what is none is refused, and values nothing (%#)", async ([wrong, problem], { owner }) => {
    const packageId = await newPackage(owner);
    const { record } = await add(owner, packageId);
    const before = await compOf(owner, packageId);
    expect((await add(owner, packageId, wrong)).problem).toBe(problem);
    if (!("soldPrice" in wrong) || wrong.soldPrice.currency !== "EUR")
      expect((await change(owner, `/comparables/${record.id}`, "comparable", wrong)).problem).toBe(problem);
    expect(await compOf(owner, packageId)).toEqual(before);
  });

  test("can only be changed by users who may change the package", async ({ service, owner }) => {
    const { join } = await service.newWorkspace();
    const [member, instructor] = [await join("member"), await join("instructor")];
    const attributes = { street: "1 Own", sqft: 1000 };
    const { record } = await member.send("POST", "/packages", { type: "package", attributes });
    const made = await add(member, record.id, {});
    expect(made.status).toBe(201);
    expect((await add(instructor, record.id, {})).problem).toBe("403 forbidden");
    const path = `/comparables/${made.record.id}`;
    expect((await change(instructor, path, "comparable", { sqft: 5 })).problem).toBe("403 forbidden");
    expect((await add(await join("member"), record.id, {})).problem).toBe("404 not_found");
    expect((await owner.get(path)).problem).toBe("404 not_found");
  });

  test("fifty are enough", async ({ service, owner }) => {
    const packageId = await newPackage(owner);
    await service.database.pool.query(
      `insert into upstream.comparables (workspace_id, package_id, address, sold_price_amount, sold_price_currency, sqft, sold_on)
       select $1, $2, 'Elm ' || n, 1, 'USD', 1, '2026-01-01' from generate_series(1, 50) n`,
      [owner.workspaceId, packageId],
    );
    expect((await add(owner, packageId)).problem).toBe("400 invalid_attribute /data/attributes/address");
  });

  test("added side by side they are all counted", async ({ owner }) => {
    const packageId = await newPackage(owner);
    await Promise.all(Array.from({ length: 8 }, (_, n) => add(owner, packageId, { address: `${n} Elm Street` })));
    expect(await compOf(owner, packageId)).toMatchObject({ count: 8, ...usd("884222.22") });
  });
});
