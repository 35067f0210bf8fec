/** The clients whom a property fits, and the properties that fit a client, as the service finds them. */
import { sql } from "drizzle-orm";
import { describe, expect, vi } from "vitest";
import { z } from "zod";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const usd = (amount: number) => ({ amount: String(amount), currency: "USD" });

const test = upstreamTest({});

describe("fits", () => {
  const newOwner = async (service: UpstreamService) => (await service.newWorkspace()).owner;

  async function newBuyer(person: TestPerson, name: string, wishes: object): Promise<string> {
    const { id, relationships } = await person.newClient({ name });
    const profile = z.object({ id: z.string() }).parse(relationships?.buyer_profile?.data).id;
    await person.send("PATCH", `/buyer_profiles/${profile}`, { type: "buyer_profile", attributes: wishes });
    return id;
  }

  async function newHome(person: TestPerson, street: string, facts: object): Promise<string> {
    return (await person.send("POST", "/packages", { type: "package", attributes: { street, ...facts } })).record.id;
  }

  const attributesOf = (answer: { record: { attributes: object } }) =>
    z
      .object({
        total: z.int(),
        has_more: z.boolean(),
        fits: z.array(z.looseObject({ score: z.int(), reasons: z.array(z.string()), is_paired: z.boolean() })),
      })
      .parse(answer.record.attributes);

  async function clientsFor(person: TestPerson, id: string, query = "") {
    const { total, has_more: hasMore, fits } = attributesOf(await person.get(`/packages/${id}/client_fits${query}`));
    return { total, hasMore, names: fits.map(({ name }) => name), fits };
  }
  const streetsFor = async (person: TestPerson, id: string) =>
    attributesOf(await person.get(`/clients/${id}/package_fits`)).fits.map(({ street }) => street);

  const home = { listPrice: usd(700_000), beds: 3, baths: 2, area: "Capitol Hill" };

  test("a property names the clients whom it fits with the reasons, the best first", async ({ service }) => {
    const owner = await newOwner(service);
    await newBuyer(owner, "Nearly", { budget: usd(680_000), minBeds: 3 });
    const nora = await newBuyer(owner, "Nora", {
      ...{ budget: usd(800_000), minBeds: 3, preferredAreas: ["Ballard", "Capitol Hill"] },
    });
    await newBuyer(owner, "Elsewhere", { budget: usd(800_000), minBeds: 3, preferredAreas: ["Ballard"] });
    await newBuyer(owner, "Poorer", { budget: usd(600_000), minBeds: 3 });
    await newBuyer(owner, "Richer", { budget: usd(1_500_000), minBeds: 3 });
    await newBuyer(owner, "Larger", { budget: usd(800_000), minBeds: 5 });
    const dollars = { amount: "800000", currency: "CAD" };
    await newBuyer(owner, "Abroad", { budget: dollars, minBeds: 3 });
    await newBuyer(owner, "From abroad", {
      budget: { ...dollars, amount: "1" },
      minBeds: 4,
      preferredAreas: ["Capitol Hill"],
    });
    await newBuyer(owner, "Unknown", {});
    await newBuyer(owner, "No budget", { minBeds: 2, preferredAreas: ["capitolhill"] });
    const gone = await newBuyer(owner, "Archived", { budget: usd(800_000), minBeds: 3 });
    await owner.send("POST", `/clients/${gone}/archival`);
    const id = await newHome(owner, "12 Elm St", home);
    await owner.send("POST", "/opportunities", {
      type: "opportunity",
      attributes: { clientId: nora, packageId: id },
    });

    const found = await clientsFor(owner, id);
    expect(found).toMatchObject({ total: 4, hasMore: false, names: ["No budget", "Nora", "From abroad", "Nearly"] });
    expect(found.fits.map(({ reasons, score, is_paired: isPaired }) => ({ reasons, score, isPaired }))).toEqual([
      { score: 100, isPaired: false, reasons: ["Capitol Hill", "3 beds, 2 wanted"] },
      { score: 100, isPaired: true, reasons: ["13% under budget", "Capitol Hill", "3 of 3 beds"] },
      { score: 81, isPaired: false, reasons: ["priced in USD, budget in CAD", "Capitol Hill", "3 of 4 beds"] },
      { score: 64, isPaired: false, reasons: ["3% over budget", "3 of 3 beds"] },
    ]);
    expect(await clientsFor(owner, id, "?limit=1")).toMatchObject({ total: 4, names: ["No budget"] });
    expect((await owner.get(`/packages/${id}/client_fits?limit=0`)).problem).toBe("400 invalid_query limit");
  });

  test("a client names the properties that fit, also those whose price or area is not known", async ({ service }) => {
    const owner = await newOwner(service);
    await newHome(owner, "1 Fits", home);
    await newHome(owner, "2 No area", { ...home, area: null });
    await newHome(owner, "3 No price", { ...home, listPrice: null });
    await newHome(owner, "4 Elsewhere", { ...home, area: "Ballard" });
    await newHome(owner, "5 Dearer", { ...home, listPrice: usd(900_000) });
    await newHome(owner, "6 Far cheaper", { ...home, listPrice: usd(300_000) });
    await newHome(owner, "7 In CAD", { ...home, listPrice: { amount: "700000", currency: "CAD" } });
    await newHome(owner, "7 In ZAR, elsewhere", {
      ...home,
      area: "Fremont",
      listPrice: { amount: "1", currency: "ZAR" },
    });
    await newHome(owner, "7 In ZAR", { ...home, listPrice: { amount: "1", currency: "ZAR" } });
    await newHome(owner, "8 Smaller", { ...home, beds: 1 });
    await owner.send("POST", `/packages/${await newHome(owner, "9 Archived", home)}/archival`);
    const wishes = { budget: usd(700_000), minBeds: 3, preferredAreas: ["capitol HILL"] };
    const nora = await newBuyer(owner, "Nora", wishes);
    expect(await streetsFor(owner, nora)).toEqual([...["1 Fits", "2 No area", "3 No price", "7 In CAD", "7 In ZAR"]]);
    expect(await streetsFor(owner, await newBuyer(owner, "Anywhere", { ...wishes, preferredAreas: [] }))).toEqual([
      ...["1 Fits", "2 No area", "4 Elsewhere"],
    ]);
    expect(await streetsFor(owner, await newBuyer(owner, "Any price", { ...wishes, budget: null }))).toEqual([
      ...["1 Fits", "3 No price", "5 Dearer", "6 Far cheaper", "7 In CAD", "7 In ZAR"],
    ]);
    expect(await streetsFor(owner, await newBuyer(owner, "Unknown", { minBeds: 3 }))).toEqual([]);
  });

  test("what is not known of a property narrows nothing", async ({ service }) => {
    const owner = await newOwner(service);
    await newBuyer(owner, "Nora", { budget: usd(700_000), minBeds: 3, preferredAreas: ["Ballard", "Fremont"] });
    const names = async (facts: object) => (await clientsFor(owner, await newHome(owner, "1", facts))).names;
    expect(await names({ listPrice: usd(700_000), beds: 3 })).toEqual(["Nora"]);
    expect(await names({ area: "fremont", beds: 3 })).toEqual(["Nora"]);
    expect(await names({ listPrice: usd(700_000), area: "fremont" })).toEqual(["Nora"]);
    expect(await names({ listPrice: usd(700_000) })).toEqual([]);
    expect(await names({})).toEqual([]);
  });

  test("a changed profile is found by what it says now, also after the trash", async ({ service }) => {
    const owner = await newOwner(service);
    const id = await newBuyer(owner, "Nora", { budget: usd(700_000), preferredAreas: ["Ballard"] });
    const ballard = await newHome(owner, "1", { ...home, area: "Ballard" });
    const fremont = await newHome(owner, "2", { ...home, area: "Fremont" });
    const names = async () => [(await clientsFor(owner, ballard)).total, (await clientsFor(owner, fremont)).total];
    expect(await names()).toEqual([1, 0]);
    const profile = (await owner.get(`/clients/${id}?include=buyer_profile`)).document.included?.[0]?.id;
    const attributes = { preferredAreas: ["Fremont"] };
    await owner.send("PATCH", `/buyer_profiles/${profile}`, { type: "buyer_profile", attributes });
    expect(await names()).toEqual([0, 1]);
    const trash = { type: "trashed_record", attributes: { kind: "client", recordId: id } };
    const trashed = await owner.send("POST", "/trashed_records", trash);
    expect(trashed.status).toBe(201);
    expect(await names()).toEqual([0, 0]);
    expect((await owner.send("POST", `/trashed_records/${trashed.record.id}/restoration`)).status).toBeLessThan(300);
    expect(await names()).toEqual([0, 1]);
  });

  test("lists leave what fits, the best first, with a search, other filters and pages", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const [member, stranger] = [await workspace.join("member"), await newOwner(service)];
    const best = { budget: usd(800_000), minBeds: 3, preferredAreas: ["Capitol Hill"] };
    await newBuyer(owner, "Zoe Best", best);
    await newBuyer(owner, "Ann Nearly", { ...best, minBeds: 4 });
    await newBuyer(owner, "Ben Poorer", { ...best, budget: usd(300_000) });
    const nora = await newBuyer(member, "Nora Best", best);
    const id = await newHome(owner, "12 Elm St", home);
    await newHome(owner, "14 Elm St", { ...home, beds: 2 });
    await newHome(owner, "16 Oak St", { ...home, area: "Ballard" });
    const namesOf = async (person: TestPerson, query: string, of = "name") =>
      (await person.get(query)).records.map(({ attributes }) => attributes[of]);
    const fits = `/clients?filter[fits_package_id]=${id}`;
    expect(await namesOf(owner, `${fits}&sort=fit`)).toEqual(["Nora Best", "Zoe Best", "Ann Nearly"]);
    expect(await namesOf(owner, `${fits}&sort=-name`)).toEqual(["Zoe Best", "Nora Best", "Ann Nearly"]);
    expect(await namesOf(owner, `${fits}&sort=fit&filter[search]=best`)).toEqual(["Nora Best", "Zoe Best"]);
    expect(await namesOf(owner, `${fits}&filter[archived]=true`)).toEqual([]);
    const first = await owner.get(`${fits}&sort=fit&page[limit]=2&page[count]=true`);
    expect(first.document.meta?.page).toMatchObject({ total: 3 });
    const next = new URL(first.document.links?.next ?? "", "http://service.example");
    expect(await namesOf(owner, next.pathname.replace(/^\/api/, "") + next.search)).toEqual(["Ann Nearly"]);
    expect(await namesOf(owner, `/packages?filter[fits_client_id]=${nora}&sort=fit`, "street")).toEqual([
      ...["12 Elm St", "14 Elm St"],
    ]);
    // Whoever does not see the record finds nothing that fits it.
    expect(await namesOf(member, fits)).toEqual([]);
    expect(await namesOf(stranger, fits)).toEqual([]);
    expect(await namesOf(owner, "/packages?sort=fit", "street")).toHaveLength(3);
    expect(await namesOf(owner, "/clients?filter[fits_package_id]=x")).toEqual([]);
  });

  test("another workspace's records are 404 and never found, and members find among their own", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const [member, stranger] = [await workspace.join("member"), await newOwner(service)];
    const wishes = { budget: usd(700_000), minBeds: 3 };
    const nora = await newBuyer(owner, "Owner's", wishes);
    await newBuyer(member, "Member's", wishes);
    await newBuyer(stranger, "Stranger's", wishes);
    const own = await newHome(member, "1", home);
    const others = await newHome(owner, "2", home);
    expect((await clientsFor(owner, own)).names).toEqual(["Member's", "Owner's"]);
    expect((await clientsFor(member, own)).names).toEqual(["Member's"]);
    expect((await clientsFor(stranger, await newHome(stranger, "3", home))).names).toEqual(["Stranger's"]);
    expect(await streetsFor(owner, nora)).toEqual(["1", "2"]);
    for (const [person, path] of [
      [stranger, `/packages/${own}/client_fits`],
      [member, `/packages/${others}/client_fits`],
      [stranger, `/clients/${nora}/package_fits`],
      [member, `/clients/${nora}/package_fits`],
    ] as const) {
      expect((await person.get(path)).problem).toBe("404 not_found");
    }
  });

  test("more than a hundred are a hundred and more, and are read by indexes alone", { timeout: 120_000 }, async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const grow = (from: number, to: number) =>
      service.database.orm.execute(sql`
        with added as (
          insert into upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text)
          select ${owner.workspaceId}::uuid, ${owner.accountId}::uuid, 'Client ' || n, 'c@client.example', 'c', 'c', 'c'
          from generate_series(${from}::integer, ${to}::integer) n returning id, workspace_id
        )
        insert into upstream.buyer_profiles (workspace_id, client_id, budget_amount, budget_currency, min_beds, preferred_areas)
        select workspace_id, id, 700000, 'USD', 3, array['Capitol Hill', 'Ballard'] from added`);
    const id = await newHome(owner, "1", home);
    // What the database knows of its tables decides how it reads them, and else it learns that whenever it likes.
    const growTo = async (from: number, to: number) => {
      for (let next = from; next <= to; next += 500) await grow(next, Math.min(to, next + 499));
      await service.database.pool.query(
        "vacuum (analyze) upstream.wanted_areas, upstream.buyer_profiles, upstream.clients",
      );
    };
    await growTo(1, 100);
    expect(await clientsFor(owner, id, "?limit=3")).toMatchObject({ total: 100, hasMore: false });
    await growTo(101, 1_100);
    const before = await blocksOf(service, owner, `/packages/${id}/client_fits`);
    await growTo(1_101, 3_100);
    const found = await clientsFor(owner, id);
    expect(found).toMatchObject({ total: 100, hasMore: true });
    expect(found.fits).toHaveLength(100);
    // Trees that are a level higher.
    expect(await blocksOf(service, owner, `/packages/${id}/client_fits`)).toBeLessThanOrEqual(before * 1.1);
  });

  /** The blocks that the search for candidates of a call reads. */
  async function blocksOf(service: UpstreamService, person: TestPerson, path: string): Promise<number> {
    const sent = vi.spyOn(service.database.pool, "query");
    const calls = await person.get(path).then(() => sent.mock.calls.slice());
    sent.mockRestore();
    const search = calls
      .map((call) => z.tuple([z.looseObject({ text: z.string() }), z.unknown()]).safeParse(call).data)
      .find((call) => call?.[0].text.includes("wanted_areas"));
    const values = z.array(z.unknown()).parse(search?.[1]);
    const explain = `explain (analyze, buffers, format json) ${search?.[0].text}`;
    const { rows } = await service.database.pool.query(explain, values);
    const counts = z.looseObject({ "Shared Hit Blocks": z.int(), "Shared Read Blocks": z.int() });
    const [row] = z.array(z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: counts })]) })).parse(rows);
    const plan = row?.["QUERY PLAN"][0].Plan;
    return (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? Number.NaN);
  }
});
