import { http } from "msw";
import { describe, expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = sharedAgencyTest().extend("colleague", { scope: "file" }, ({ agency }) => agency.join("manager"));

async function profileOf(agency: Agency, clientId: string): Promise<string> {
  const { included } = await agency.readClient(clientId);
  return included.find(({ type }) => type === "buyer_profile")?.id ?? "";
}

describe("changing a client's contact details", () => {
  test("shows the saved values, and leads back with a toast", async ({ agency, owner }) => {
    const { id } = await agency.addClient({
      name: "Before",
      email: "before@client.example",
      phoneNumber: "2065550101",
    });
    const form = await owner.open(`/clients/${id}/edit`);
    expect(["name", "email", "phoneNumber"].map((name) => typedIn(form, name))).toEqual([
      "Before",
      "before@client.example",
      "2065550101",
    ]);
    const saved = await owner.submit({ name: "After", phoneNumber: "" }, { button: "Save changes" });
    expect([saved.url.pathname, saved.document.querySelector("h1")?.text]).toEqual([`/clients/${id}`, "After"]);
    expect(saved.text).toContain("Saved: After.");
    expect((await agency.readClient(id)).client.attributes).toMatchObject({ name: "After", phone_number: null });
  });

  test("a client that changed meanwhile is shown in both versions, and sending again saves", async ({
    agency,
    owner,
    colleague,
  }) => {
    const { id } = await agency.addClient({ name: "Maya", email: "maya@client.example", phoneNumber: "2065550101" });
    await owner.open(`/clients/${id}/edit`);
    await colleague.visitor.open(`/clients/${id}/edit`);
    await colleague.visitor.submit({ name: "Maya O.", phoneNumber: "2065550102" }, { button: "Save changes" });
    const conflict = await owner.submit({ name: "Maya Okafor" }, { button: "Save changes" });
    expect(conflict.status).toBe(409);
    expect(versionsOn(conflict)).toEqual([
      "Name | Maya O. | Maya Okafor",
      "Phone number | Theirs (kept): 2065550102 | ",
    ]);
    expect(typedIn(conflict, "name")).toBe("Maya Okafor");
    expect((await agency.readClient(id)).client.attributes.name).toBe("Maya O.");
    await owner.submit({}, { button: "Save changes" });
    expect((await agency.readClient(id)).client.attributes).toMatchObject({
      name: "Maya Okafor",
      phone_number: "2065550102",
    });
  });

  test("changes to other fields by someone else are kept", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Maya", email: "maya@client.example", phoneNumber: "2065550101" });
    await owner.open(`/clients/${id}/edit`);
    await agency.call("PATCH", `/clients/${id}`, { phoneNumber: "2065550109" });
    const conflict = await owner.submit({ name: "Maya Okafor" }, { button: "Save changes" });
    expect([conflict.status, typedIn(conflict, "name"), typedIn(conflict, "phoneNumber")]).toEqual([
      409,
      "Maya Okafor",
      "2065550109",
    ]);
    expect(conflict.text).toContain("review it and submit it again");
    await agency.call("PATCH", `/clients/${id}`, { email: "okafor@client.example" });
    expect((await owner.submit({}, { button: "Save changes" })).status).toBe(409);
    await owner.submit({}, { button: "Save changes" });
    expect((await agency.readClient(id)).client.attributes).toMatchObject({
      name: "Maya Okafor",
      email: "okafor@client.example",
      phone_number: "2065550109",
    });
  });

  test("another client's email is asked about, once, and only where the email was changed", async ({
    agency,
    owner,
  }) => {
    const other = await agency.addClient({ name: "Noor Taken", email: "taken@client.example" });
    const { id } = await agency.addClient({ name: "Maya Taker", email: "taker@client.example" });
    await owner.open(`/clients/${id}/edit`);
    const asked = await owner.submit({ email: "Taken@client.example" }, { button: "Save changes" });
    expect([asked.status, typedIn(asked, "email")]).toEqual([409, "Taken@client.example"]);
    expect(asked.text).toContain("Noor Taken may be the same client.");
    expect(asked.html).toContain(`/clients/${id}/merge/fields?other=${other.id}`);
    expect((await owner.submit({}, { button: "Save changes" })).text).toContain("Saved: Maya Taker.");
    await owner.open(`/clients/${id}/edit`);
    expect((await owner.submit({ name: "Maya T." }, { button: "Save changes" })).text).toContain("Saved: Maya T.");
  });

  test("an email that the service refuses is shown beside its field", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/edit`);
    const refused = await owner.submit({ email: `${"a".repeat(70)}@client.example` }, { button: "Save changes" });
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["Invalid email"]]);
  });
});

describe("changing a buyer profile", () => {
  const wishes = {
    "budget.amount": "850,000",
    "budget.currency": "EUR",
    minBeds: "3",
    minBaths: "2.5",
    minLotSize: "4,000.5",
    minGarages: "0",
    preferredAreas: "Ballard, Fremont\r\nQueen Anne",
    propertyTypes: "Loft",
    notes: "Light in the kitchen.\r\nNo stairs.",
  };

  test("saves every field, and clears emptied ones", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/buyer-profile/edit`);
    const saved = await owner.submit(wishes, { button: "Save changes" });
    expect(saved.text).toContain("Buyer profile saved.");
    const { included } = await agency.readClient(id);
    expect(included[0]?.attributes).toMatchObject({
      budget: { amount: "850000", currency: "EUR" },
      min_beds: 3,
      min_baths: 2.5,
      min_lot_size: 4000.5,
      min_garages: 0,
      preferred_areas: ["Ballard", "Fremont", "Queen Anne"],
      property_types: ["Loft"],
      notes: "Light in the kitchen.\nNo stairs.",
    });
    await owner.open(`/clients/${id}/buyer-profile/edit`);
    await owner.submit({ "budget.amount": "", minBeds: "", preferredAreas: "", notes: "" }, { button: "Save changes" });
    expect((await agency.readClient(id)).included[0]?.attributes).toMatchObject({
      budget: null,
      min_beds: null,
      preferred_areas: [],
      notes: null,
      min_baths: 2.5,
    });
  });

  test("shows all errors at once, and keeps the typed values", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/buyer-profile/edit`);
    const refused = await owner.submit(
      { "budget.amount": "a lot", minBeds: "some", minBaths: "2.2", minGarages: "-1" },
      { button: "Save changes" },
    );
    expect(refused.status).toBe(400);
    expect(messagesOn(refused)).toEqual([
      "Budget must be an amount, as in 850,000.",
      "Min. beds must be a whole number from 0 to 99.",
      "Min. baths must be a number from 0 to 99, in halves.",
      "Min. garages must be a whole number from 0 to 99.",
    ]);
    expect(typedIn(refused, "budget.amount")).toBe("a lot");
  });

  test("a profile that changed meanwhile is shown in both versions", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/buyer-profile/edit`);
    await agency.call("PATCH", `/buyer_profiles/${await profileOf(agency, id)}`, { minBeds: 5, notes: "Theirs" });
    const conflict = await owner.submit({ minBeds: "2", notes: "Mine" }, { button: "Save changes" });
    expect(conflict.status).toBe(409);
    expect(versionsOn(conflict)).toEqual(["Min. beds | 5 | 2", "Buyer notes | Theirs | Mine"]);
    expect((await owner.submit({}, { button: "Save changes" })).text).toContain("Buyer profile saved.");
    expect((await agency.readClient(id)).included[0]?.attributes).toMatchObject({ min_beds: 2, notes: "Mine" });
  });

  test("a profile that changes during the write is shown as it is then", async ({ app, agency, owner }) => {
    const { id } = await agency.addClient();
    const profile = `/buyer_profiles/${await profileOf(agency, id)}`;
    await owner.open(`/clients/${id}/buyer-profile/edit`);
    app.use(
      http.patch("*", async () => {
        await agency.call("PATCH", profile, { notes: "Theirs" });
      }),
    );
    const conflict = await owner.submit({ notes: "Mine" }, { button: "Save changes" });
    app.resetHandlers();
    expect([conflict.status, versionsOn(conflict)]).toEqual([409, ["Buyer notes | Theirs | Mine"]]);
    expect((await owner.submit({}, { button: "Save changes" })).text).toContain("Buyer profile saved.");
  });
});
