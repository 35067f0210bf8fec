import { describe, expect } from "vitest";
import { alderLane } from "#tests/support/records.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("packages", () => {
  async function newOwner(service: UpstreamService): Promise<TestPerson> {
    return (await service.newWorkspace()).owner;
  }

  async function newPackage(person: TestPerson, attributes: object = {}) {
    const all = { ...alderLane, ...attributes };
    const answer = await person.send("POST", "/packages?include=clients,list_prices", {
      type: "package",
      attributes: all,
    });
    expect(answer.problem).toBe("");
    return answer.record;
  }

  const streetsOf = async (person: TestPerson, query: string) =>
    (await person.get(`/packages?${query}`)).records.map(({ attributes }) => attributes.street);

  test("one with its address alone has a number, the workspace's time zone, and nothing made up", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { attributes, meta } = await newPackage(owner, { street: "  12 Alder Lane " });
    expect(attributes).toEqual({
      number: 1,
      ...alderLane,
      city: null,
      state: null,
      zip: null,
      time_zone: "America/New_York",
      beds: null,
      baths: null,
      sqft: null,
      lot_size: null,
      garages: null,
      year_built: null,
      mls_number: null,
      hoa: null,
      remarks: null,
      house_type: null,
      tags: [],
      area: null,
      schools: [],
      list_price: null,
      comp_value: null,
      comp_override: null,
      offer_due_at: null,
      is_for_sale: true,
      takes_offers: true,
      listing_agent: null,
      photo_url: null,
      is_sample: false,
      inserted_at: expect.stringMatching(/\.\d{6}Z$/),
      updated_at: attributes.inserted_at,
      archived_at: null,
      workspace_id: owner.workspaceId,
      assigned_account_id: owner.accountId,
      assigned_account_name: "Ada Marsh",
    });
    expect(meta.can).toEqual(["update", "archive"]);
  });

  const facts = {
    city: "Seattle",
    state: "WA",
    zip: "98107",
    timeZone: "America/Los_Angeles",
    beds: 3,
    baths: 2.5,
    sqft: 1840,
    lotSize: 5000.25,
    garages: 1,
    area: "Ballard",
    schools: [{ name: "Adams Elementary", url: "https://adams.example/" }, { name: "Ballard High" }],
    listPrice: { amount: "895000.00", currency: "usd" },
    offerDueAt: "2030-03-01T12:00:00-08:00",
    listingAgent: {
      name: "Lena Park",
      email: "lena@listing.example",
      profilePhotoUrl: "https://listing.example/1.jpg",
    },
  };

  test("every fact is stored and answered as it was given", async ({ service }) => {
    const owner = await newOwner(service);
    const { id, attributes, meta } = await newPackage(owner, facts);
    const { timeZone, lotSize, listPrice, offerDueAt, listingAgent, schools, ...plain } = facts;
    const { profilePhotoUrl, ...agent } = listingAgent;
    const expected = {
      ...plain,
      time_zone: timeZone,
      lot_size: lotSize,
      list_price: { ...listPrice, currency: "USD" },
      offer_due_at: "2030-03-01T20:00:00.000000Z",
      listing_agent: { ...agent, phone_number: null, profile_photo_url: profilePhotoUrl },
      schools: [schools[0], { name: "Ballard High", url: null }],
    };
    expect(offerDueAt).toContain("12:00");
    expect(attributes).toMatchObject(expected);
    expect((await owner.get(`/packages/${id}`)).record.attributes).toMatchObject(expected);
    const same = { beds: 3, baths: 2.5, listPrice, offerDueAt, listingAgent, schools };
    const again = await owner.send("PATCH", `/packages/${id}`, { type: "package", id, attributes: same });
    expect(again.record.meta.etag).toBe(meta.etag);
  });

  test("emptied, they are none again", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newPackage(owner, facts);
    const nothing = {
      city: " ",
      area: "",
      beds: null,
      listPrice: null,
      offerDueAt: null,
      listingAgent: null,
      schools: [],
    };
    const { record } = await owner.send("PATCH", `/packages/${id}`, { type: "package", id, attributes: nothing });
    expect(record.attributes).toMatchObject({
      ...alderLane,
      city: null,
      area: null,
      beds: null,
      baths: 2.5,
      list_price: null,
      offer_due_at: null,
      listing_agent: null,
      schools: [],
    });
  });

  test.for([
    [{ street: " " }, "street", "Address must be at least 1 character."],
    [{ street: "x".repeat(201) }, "street", "Address must be at most 200 characters."],
    [{ beds: 2.5 }, "beds", "Beds must be a whole number."],
    [{ baths: 2.1 }, "baths", "Baths must be in steps of 0.25."],
    [{ sqft: -1 }, "sqft", "Sqft must be 0 or more."],
    [{ timeZone: "Mars/Olympus" }, "time_zone", "Choose a time zone."],
    [
      { schools: [{ name: "A", url: "javascript:x()" }] },
      "schools/0/url",
      "A school's page begins with http:// or https://.",
    ],
    [
      { listPrice: { amount: "-1", currency: "USD" } },
      "list_price/amount",
      "List price must be an amount of 0 or more.",
    ],
    [{ offerDueAt: "tomorrow" }, "offer_due_at", "Offers due must be a date and time."],
    [{ listingAgent: { name: "", email: "x" } }, "listing_agent/name", "Name must be at least 1 character."],
    [
      { listingAgent: { name: "Lena", profilePhotoUrl: "javascript:alert(1)" } },
      "listing_agent/profilePhotoUrl",
      "The listing agent's photo begins with http:// or https://.",
    ],
  ] as const)("%j is refused with a sentence", async ([attributes, place, sentence], { service }) => {
    const owner = await newOwner(service);
    const sent = { type: "package", attributes: { ...alderLane, ...attributes } };
    const { status, document } = await owner.send("POST", "/packages", sent);
    expect(status).toBe(400);
    expect(document.errors).toContainEqual(
      expect.objectContaining({ detail: sentence, source: { pointer: `/data/attributes/${place}` } }),
    );
    expect((await owner.get("/packages")).records).toEqual([]);
  });

  test("numbers go up by one in each workspace, also when many are made at once", async ({ service }) => {
    const [owner, other] = [await newOwner(service), await newOwner(service)];
    const made = await Promise.all(Array.from({ length: 8 }, () => newPackage(owner)));
    expect(made.map(({ attributes }) => attributes.number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await newPackage(other)).attributes.number).toBe(1);
  });

  test("a client named at its creation is paired with it, once, and only one of the current user's", async ({
    service,
  }) => {
    const [owner, stranger] = [await newOwner(service), await newOwner(service)];
    const client = await owner.newClient({ name: "Maya Lindqvist" });
    const made = await newPackage(owner, { clientId: client.id });
    expect(made.relationships?.clients?.data).toEqual([{ type: "client", id: client.id }]);
    await newPackage(owner, { street: "Elsewhere 1" });
    expect(await streetsOf(owner, `filter[client_id]=${client.id}`)).toEqual(["12 Alder Lane"]);
    const foreign = await stranger.newClient();
    const sent = { type: "package", attributes: { street: "Nowhere 1", clientId: foreign.id } };
    expect((await owner.send("POST", "/packages", sent)).problem).toMatch(/^400 invalid_attribute/);
    expect(await streetsOf(owner, "filter[search]=nowhere")).toEqual([]);
  });

  test("is found by its clients' names, as they are now and for as long as they are its clients", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const client = await owner.newClient({ name: "Zoë Quillfeather" });
    const { id } = await newPackage(owner, { clientId: client.id });
    const found = () => streetsOf(owner, "filter[search]=zoe alder");
    expect(await found()).toEqual(["12 Alder Lane"]);
    await owner.send("PATCH", `/clients/${client.id}`, {
      type: "client",
      id: client.id,
      attributes: { name: "Pia Moss" },
    });
    expect([await found(), await streetsOf(owner, "filter[search]=moss")]).toEqual([[], ["12 Alder Lane"]]);
    await service.database.pool.query("update upstream.opportunities set stage = 'lost' where package_id = $1", [id]);
    expect(await streetsOf(owner, "filter[search]=moss")).toEqual([]);
  });

  test("the stored total of the list stays right, whatever is done to packages", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const member = await workspace.join("member");
    const totals = async (query = "") =>
      Promise.all(
        [owner, member].map(
          async (person) => (await person.get(`/packages?page[count]=true${query}`)).document.meta?.page?.total,
        ),
      );
    const { id } = await newPackage(owner);
    await newPackage(owner, { area: "Ballard" });
    await newPackage(member);
    expect(await totals()).toEqual([3, 1]);
    await owner.send("POST", `/packages/${id}/archival`);
    expect([await totals(), await totals("&filter[archived]=true")]).toEqual([
      [2, 1],
      [1, 0],
    ]);
    await owner.send("DELETE", `/packages/${id}/archival`);
    await service.database.pool.query("delete from upstream.packages where assigned_account_id = $1", [
      member.accountId,
    ]);
    expect(await totals()).toEqual([2, 0]);
    expect(await totals("&filter[search]=ballard")).toEqual([1, 0]);
  });

  test("each list price that it has had is kept, newest first, with who set it", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newPackage(owner, { listPrice: { amount: "900000", currency: "USD" } });
    for (const listPrice of [{ amount: "850000", currency: "USD" }, { amount: "850000", currency: "USD" }, null]) {
      await owner.send("PATCH", `/packages/${id}`, { type: "package", id, attributes: { listPrice } });
    }
    const { document } = await owner.get(`/packages/${id}?include=list_prices`);
    expect(document.included?.map(({ attributes }) => attributes.price)).toEqual([
      null,
      { amount: "850000", currency: "USD" },
      { amount: "900000", currency: "USD" },
    ]);
    expect(document.included?.every(({ attributes }) => attributes.actor_name)).toBe(true);
  });

  const sorts = ["number", "street", "area", "offer_due_at", "list_price", "beds", "baths", "sqft", "updated_at"];
  test.for(sorts.flatMap((sort) => [sort, `-${sort}`]))(
    "sorted by %s, its pages show each one once",
    async (sort, { service }) => {
      const owner = await newOwner(service);
      const values = [
        facts,
        {},
        { beds: 3, baths: 1, area: "ballard", sqft: 900 },
        { beds: 1, listPrice: facts.listPrice },
        {},
      ];
      for (const [index, given] of values.entries())
        await newPackage(owner, { ...given, street: `${index} Alder Lane` });
      const whole = (await owner.get(`/packages?sort=${sort}`)).records.map(({ id }) => id);
      expect(whole).toHaveLength(values.length);
      const field = sort.replace("-", "");
      const backwards = (await owner.get(`/packages?sort=${sort.startsWith("-") ? field : `-${field}`}`)).records;
      // What has no value comes last in both directions, in the order of the ids.
      const isUnknown = ({ attributes }: (typeof backwards)[number]) => attributes[field] === null;
      const unknown = backwards.filter(isUnknown);
      const known = backwards.filter((record) => !isUnknown(record));
      expect(backwards).toEqual([...known, ...unknown]);
      expect([...known.toReversed(), ...unknown.toReversed()].map(({ id }) => id)).toEqual(whole);
      const seen: string[] = [];
      for (let next: string | null | undefined = `/packages?sort=${sort}&page[limit]=2`; next; ) {
        const page = await owner.get(next.replace(/^.*\/api/, ""));
        seen.push(...page.records.map(({ id }) => id));
        next = page.document.links?.next;
      }
      expect(seen).toEqual(whole);
    },
  );

  test("packages without a value come last, in both directions", async ({ service }) => {
    const owner = await newOwner(service);
    await newPackage(owner, { ...facts, street: "With" });
    await newPackage(owner, { street: "Without" });
    for (const sort of ["list_price", "-list_price", "offer_due_at", "-offer_due_at"])
      expect([sort, await streetsOf(owner, `sort=${sort}`)]).toEqual([sort, ["With", "Without"]]);
  });

  test("offers due within a time are those from now until then", async ({ service }) => {
    const owner = await newOwner(service);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const days of [-1, 1, 10, 25, 80, 100])
      await newPackage(owner, { street: `${days}`, offerDueAt: inDays(days) });
    await newPackage(owner, { street: "never" });
    const within = (word: string) => streetsOf(owner, `sort=offer_due_at&filter[offer_due_within]=${word}`);
    expect(await within("1w")).toEqual(["1"]);
    expect(await within("2w")).toEqual(["1", "10"]);
    expect(await within("1m")).toEqual(["1", "10", "25"]);
    expect(await within("3m")).toEqual(["1", "10", "25", "80"]);
    expect((await owner.get("/packages?filter[offer_due_within]=2y")).problem).toMatch(/^400 invalid_filter/);
  });

  test("they are found by any part of the address, the area or the number, however it is spelt", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    await newPackage(owner, { street: "7 Rue Élysée", city: "Tacoma", area: "North End", zip: "98401" });
    await newPackage(owner, { street: "8 Oak" });
    for (const typed of ["elysee", "TACOMA", "north rue", "98401", "%231", "#1".replace("#", "%23")])
      expect(await streetsOf(owner, `filter[search]=${typed}`), typed).toEqual(["7 Rue Élysée"]);
    expect(await streetsOf(owner, "filter[search]=100%25")).toEqual([]);
  });

  test("archived it leaves the list, and comes back the same; each is an event of its history", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newPackage(owner);
    for (const method of ["POST", "POST"] as const) await owner.send(method, `/packages/${id}/archival`);
    expect(await streetsOf(owner, "")).toEqual([]);
    expect(await streetsOf(owner, "filter[archived]=true")).toEqual(["12 Alder Lane"]);
    await owner.send("DELETE", `/packages/${id}/archival`);
    expect(await streetsOf(owner, "")).toEqual(["12 Alder Lane"]);
    const events = (await owner.get(`/activities?filter[package_id]=${id}`)).records;
    expect(events.map(({ attributes }) => attributes.label)).toEqual([
      "Property restored",
      "Property archived",
      "Property created",
    ]);
    expect(events[0]?.attributes).toMatchObject({ package_id: id, package_street: "12 Alder Lane", client_id: null });
  });

  test("a change of an older version is refused", async ({ service }) => {
    const owner = await newOwner(service);
    const { id, meta } = await newPackage(owner);
    const change = (street: string) =>
      owner.send("PATCH", `/packages/${id}`, {
        type: "package",
        id,
        attributes: { street },
        headers: { "if-match": meta.etag ?? "" },
      });
    expect((await change("One")).status).toBe(200);
    expect((await change("Two")).problem).toMatch(/^412 precondition_failed/);
  });

  test("a member sees and changes their own only; an instructor changes nothing", async ({ service }) => {
    const { owner, join } = await service.newWorkspace("standard");
    const [member, instructor, manager] = [await join("member"), await join("instructor"), await join("manager")];
    const theirs = await newPackage(owner, { street: "The owner's" });
    const own = await newPackage(member, { street: "The member's" });
    expect(await streetsOf(member, "")).toEqual(["The member's"]);
    expect((await member.get(`/packages/${theirs.id}`)).status).toBe(404);
    expect(
      (await member.send("PATCH", `/packages/${theirs.id}`, { type: "package", id: theirs.id, attributes: {} })).status,
    ).toBe(404);
    expect(await streetsOf(instructor, "sort=street")).toEqual(["The member's", "The owner's"]);
    const create = { type: "package", attributes: { street: "No" } };
    expect((await instructor.send("POST", "/packages", create)).status).toBe(403);
    expect((await instructor.send("POST", `/packages/${own.id}/archival`)).status).toBe(403);
    expect((await manager.send("POST", `/packages/${own.id}/archival`)).status).toBe(200);
    const events = async (person: TestPerson) =>
      (await person.get("/activities")).records.map(({ attributes }) => attributes.package_id);
    expect(new Set(await events(member))).toEqual(new Set([own.id]));
  });
});
