import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { linkOf, messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = sharedAgencyTest();

const idOf = ({ url }: { url: URL }) => url.pathname.split("/")[2] ?? "";

describe("a new opportunity", () => {
  test("creates a property with the client whose page one came from", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Maya Okafor", email: "maya@client.example" });
    await owner.open(`/packages/new?client=${id}`);
    expect(typedIn(owner.page, "client")).toBe("Maya Okafor (maya@client.example)");
    const made = await owner.submit({ street: "2218 Alder Street", city: "Seattle" }, { button: "Create property" });
    expect(made.document.querySelector("h1")?.text).toBe("2218 Alder Street");
    expect(made.text).toContain("Property created: 2218 Alder Street.");
    expect(linkOf(made, "Maya Okafor")).toMatch(/^\/opportunities\/[0-9a-f-]{36}$/);
    expect(linkOf(await owner.open(`/clients/${id}`), "2218 Alder Street")).toBe(linkOf(made, "Maya Okafor"));
  });

  test("opens its own page, which says the next step in place of a list of what is not known", async ({ owner }) => {
    await owner.open("/packages/new");
    const made = await owner.submit({ street: "9 Newcomer Lane" }, { button: "Create property" });
    expect(made.url.pathname).toMatch(/^\/packages\/[0-9a-f-]{36}$/);
    expect(made.document.querySelector("h1")?.text).toBe("9 Newcomer Lane");
    expect(made.text).toContain(
      "Only the address is known. Add list price, beds and baths to see which clients it fits.",
    );
    expect(made.text).not.toContain("N/A");
    await owner.follow("Add details");
    const known = await owner.submit({ beds: "3" }, { button: "Save changes" });
    expect([known.url.pathname, known.text.includes("Only the address is known.")]).toEqual([made.url.pathname, false]);
  });

  test("without an address is refused and keeps what was typed", async ({ owner }) => {
    await owner.open("/packages/new");
    const refused = await owner.submit({ city: "Seattle" }, { button: "Create property" });
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["Address must be at least 1 character."]]);
    expect(typedIn(refused, "city")).toBe("Seattle");
  });

  test("with a client by name; a name that several have is asked about, and one that nobody has is said", async ({
    agency,
    owner,
  }) => {
    const create = { button: "Create property" };
    await agency.addClient({ name: "Nora Lindqvist", email: "nora@client.example" });
    await agency.addClient({ name: "Theo Lindqvist", email: "theo@client.example" });
    await owner.open("/packages/new");
    const unknown = await owner.submit({ street: "5 Elm Street", client: "Xylophone" }, create);
    expect([unknown.status, messagesOn(unknown)]).toEqual([
      409,
      ["No client has this name or email. Create the client first, or leave this empty."],
    ]);
    const asked = await owner.submit({ client: "lindqvist" }, create);
    expect([asked.status, messagesOn(asked)]).toEqual([409, ["Choose the client that you mean."]]);
    const theo = asked.document
      .querySelectorAll("input[name=clientId]")
      .find((radio) => radio.parentNode?.text.includes("Theo"));
    const made = await owner.submit({ clientId: theo?.getAttribute("value") ?? "" }, create);
    expect(linkOf(made, "Theo Lindqvist")).toMatch(/^\/opportunities\/[0-9a-f-]{36}$/);
    await owner.open("/packages/new");
    const guessed = await owner.submit({ street: "6 Elm Street", client: "nora lindqvits" }, create);
    expect(guessed.text).toContain("“nora lindqvits” was not found. Did you mean");
    const likely = guessed.document.querySelectorAll("input[name=clientId][checked]");
    expect(likely.map((radio) => radio.parentNode?.text.trim())).toEqual(["Nora Lindqvist (nora@client.example)"]);
    expect(linkOf(await owner.submit({}, create), "Nora Lindqvist")).toMatch(/^\/opportunities\//);
  });

  test("for an unknown client shows an error at the client field", async ({ owner }) => {
    await owner.open("/packages/new");
    const typed = { street: "1 Nowhere", clientId: crypto.randomUUID() };
    const refused = await owner.submit(typed, { button: "Create property" });
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["This client does not exist."]]);
  });
});

const facts = {
  street: "2218 Alder Street",
  city: "Seattle",
  state: "WA",
  zip: "98117",
  beds: "3",
  baths: "2.5",
  sqft: "1,840",
  lotSize: "4,200.5",
  garages: "1",
  yearBuilt: "1924",
  mlsNumber: "NWM-2210457",
  "hoa.amount": "350",
  "hoa.currency": "USD",
  remarks: "Sewer scoped in May.\r\nThe seller stays until August.",
  area: "Ballard",
  schools: "Adams Elementary https://adams.example/about\r\n\r\nBallard High",
  "listPrice.amount": "865,000",
  "listPrice.currency": "USD",
  offerDue: "2031-03-01T12:00",
  timeZone: "America/Los_Angeles",
  agentName: "Lena Moss",
  agentEmail: "lena@listing.example",
  agentPhoneNumber: "206 555 0166",
  agentPhotoUrl: "https://listing.example/lena.jpg",
};

describe("the facts of a property", () => {
  test("are saved, shown, and filled in again", async ({ agency, owner }) => {
    const { id } = await agency.addPackage();
    await owner.open(`/packages/${id}/edit`);
    const page = await owner.submit(facts, { button: "Save changes" });
    expect(page.url.pathname).toBe(`/packages/${id}`);
    for (const text of [
      "Manage property",
      "3 Bd, 2.5 Ba, 1,840 Sqft",
      "Seattle, WA 98117",
      "Mar 1, 2031, 12:00 PM PST",
      "$865,000",
      "4,200.5 sqft lot",
      "Built 1924",
      "MLS numberNWM-2210457",
      "HOA a month$350",
      "Sewer scoped in May.",
      "Ballard High",
      "Inspection reports",
      "Buyers guide",
    ])
      expect(page.text).toContain(text);
    expect(linkOf(page, "Adams Elementary")).toBe("https://adams.example/about");
    expect(linkOf(page, "lena@listing.example")).toBe("mailto:lena@listing.example");
    const face = page.document.querySelector("aside .facts .face img")?.getAttribute("src");
    expect(face).toBe(facts.agentPhotoUrl);
    const form = await owner.open(`/packages/${id}/edit`);
    const plain = { ...facts, sqft: "1840", lotSize: "4200.5", "listPrice.amount": "865000" };
    for (const [name, value] of Object.entries(plain)) {
      if (["schools", "remarks", "timeZone", "listPrice.currency", "hoa.currency"].includes(name)) continue;
      expect(typedIn(form, name), name).toBe(value);
    }
    expect(typedIn(form, "schools")).toBe("Adams Elementary https://adams.example/about\nBallard High");
    expect(typedIn(form, "remarks")).toBe("Sewer scoped in May.\nThe seller stays until August.");
    for (const typed of ["nwm-2210457", "1924", "350", "seller stays"]) {
      const found = await owner.open(`/packages/?q=${encodeURIComponent(typed)}`);
      expect(found.document.querySelector(`main a[href="/packages/${id}"]`)?.text, typed).toContain(
        "2218 Alder Street",
      );
    }
    const chosen = form.document.querySelectorAll("option[selected]").map((option) => option.getAttribute("value"));
    expect(chosen).toEqual(expect.arrayContaining(["USD", "America/Los_Angeles"]));
  });

  test("all wrong ones are shown at once and kept", async ({ agency, owner }) => {
    const { id } = await agency.addPackage();
    await owner.open(`/packages/${id}/edit`);
    const refused = await owner.submit(
      {
        street: " ",
        beds: "some",
        baths: "2.2",
        sqft: "-1",
        lotSize: "0.001",
        yearBuilt: "24",
        "hoa.amount": "monthly",
        "listPrice.amount": "a lot",
        offerDue: "2031-02-30T12:00",
        schools: "x\n".repeat(11),
        agentName: "Lena",
        agentEmail: "lena",
        agentPhotoUrl: "javascript:alert(1)",
      },
      { button: "Save changes" },
    );
    expect(refused.status).toBe(400);
    expect(messagesOn(refused)).toEqual([
      "List price must be an amount, e.g. 850,000.",
      "HOA must be an amount, e.g. 350.",
      "Beds must be a whole number from 0 to 999.",
      "Baths must be a number from 0 to 999, in steps of 0.25.",
      "Sqft must be a whole number from 0 to 99,999,999.",
      "Lot size must be a number from 0 to 1,000,000,000 with at most 2 decimals.",
      "Year built must be a year from 1500 to 2200.",
      "Address must be at least 1 character.",
      "Offers due must be a date and time.",
      "Enter at most 10 schools.",
      "Invalid email",
      "Enter the address of a page on the web, as in https://example.com.",
    ]);
    expect(typedIn(refused, "baths")).toBe("2.2");
  });

  test.for([
    [{ agentEmail: "lena@listing.example" }, "Enter the listing agent's name, or leave all four blank."],
    [{ agentName: "Lena", agentEmail: `${"a".repeat(70)}@listing.example` }, "Invalid email"],
    [{ schools: "x".repeat(300) }, "A school's name must be at most 200 characters."],
    [{ timeZone: "Mars/Olympus" }, "Choose a time zone."],
  ] as const)(
    "what only the service or the whole form can tell is said beside its field (%#)",
    async ([typed, message], { agency, owner }) => {
      const { id } = await agency.addPackage();
      await owner.open(`/packages/${id}/edit`);
      const refused = await owner.submit(typed, { button: "Save changes" });
      expect([refused.status, messagesOn(refused)]).toEqual([400, [message]]);
    },
  );

  test("a conflict shows both versions", async ({ agency, owner }) => {
    const { id } = await agency.addPackage({ beds: 2, listPrice: { amount: "500000", currency: "USD" } });
    await owner.open(`/packages/${id}/edit`);
    await agency.call("PATCH", `/packages/${id}`, { beds: 4, listPrice: { amount: "510000", currency: "USD" } });
    const conflict = await owner.submit({ beds: "3" }, { button: "Save changes" });
    expect(conflict.status).toBe(409);
    expect(versionsOn(conflict)).toEqual(["Beds | 4 | 3", "List price | Theirs (kept): 510000 | "]);
    expect((await owner.submit({}, { button: "Save changes" })).text).toContain("Property saved: 12 Alder Lane.");
  });

  test("every list price stays in the history", async ({ agency, owner }) => {
    const { id } = await agency.addPackage({ listPrice: { amount: "500000", currency: "USD" } });
    for (const amount of ["480000", ""]) {
      await owner.open(`/packages/${id}/edit`);
      await owner.submit({ "listPrice.amount": amount }, { button: "Save changes" });
    }
    const page = await owner.open(`/packages/${id}/comparables`);
    expect(page.text).toContain("by Ada Marsh");
    const prices = page.document.querySelectorAll("[aria-label='List prices'] .num").map(({ text }) => text);
    expect(prices).toEqual(["None", "$480,000", "$500,000"]);
  });
});

describe("archiving a property", () => {
  test("asks first and can be undone", async ({ agency, owner }) => {
    const { id } = await agency.addPackage({ street: "7 Away Street" });
    await owner.open(`/packages/${id}`);
    await owner.follow("Archive");
    expect(owner.page.text).toContain("Archive 7 Away Street?");
    const list = await owner.submit({}, { button: "Archive property" });
    expect([list.url.pathname, list.text.includes("Property archived: 7 Away Street")]).toEqual(["/packages/", true]);
    await owner.submit({}, { button: "Undo" });
    expect(owner.page.text).not.toContain("Archived on");
    await owner.follow("Archive");
    await owner.submit({}, { button: "Archive property" });
    // A slash behind an address is no other address.
    expect((await owner.open(`/packages/${id}/archival/removal/`)).text).toContain("Restore 7 Away Street?");
    await owner.open(`/packages/${id}`);
    expect(owner.page.text).toContain("Archived on");
    await owner.follow("Restore");
    const back = await owner.submit({}, { button: "Restore" });
    expect([idOf(back), back.text.includes("Property restored.")]).toEqual([id, true]);
    expect((await owner.open(`/packages/${id}/archival/removal`)).url.pathname).toBe(`/packages/${id}`);
  });

  test("needs the permission; a colleague's property is 404", async ({ agency }) => {
    const { id } = await agency.addPackage();
    const instructor = (await agency.join("instructor")).visitor;
    expect(linkOf(await instructor.open(`/packages/${id}`), "Edit info")).toBeUndefined();
    for (const page of ["edit", "archival"])
      expect((await instructor.open(`/packages/${id}/${page}`)).status).toBe(403);
    const member = (await agency.join("member")).visitor;
    expect((await member.open(`/packages/${id}`)).status).toBe(404);
  });
});
