import { HttpResponse, http } from "msw";
import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

const test = sharedAgencyTest();

const create = { button: "Create client" };

describe("a client without an email", () => {
  test("is created with a phone number alone, and both may not be missing", async ({ owner }) => {
    await owner.open("/clients/new");
    const refused = await owner.submit({ name: "Sign Caller", email: " ", phoneNumber: "" }, create);
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["Enter an email or a phone number."]]);
    expect(typedIn(refused, "name")).toBe("Sign Caller");
    for (const name of ["email", "phoneNumber"])
      expect(refused.document.querySelector(`input[name=${name}]`)?.hasAttribute("required")).toBe(false);
    const created = await owner.submit({ phoneNumber: "206 555 0190" }, create);
    expect(created.text).toContain("Client created: Sign Caller.");
    expect(created.text).toContain("206 555 0190");
  });

  test("is told from others by the phone number in lists, pickers and the search", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Wilhelmina Quist", email: null, phoneNumber: "206 555 0191" });
    await agency.addPerson(id, { name: "Olaf Quist", phoneNumber: "206 555 0192" });
    for (const path of ["/clients/?q=quist", "/search?q=quist", "/messages/new?q=wilhelmina", "/clients/?q=2065550192"])
      expect((await owner.open(path)).text, path).toMatch(/Wilhelmina Quist[^A-Z]*206 555 0191|\(206\) 555-0191/);
    expect((await owner.open(`/clients/${id}`)).text).toContain("Olaf Quist");
    expect((await owner.open(`/clients/${id}/activity`)).text).toContain("Client created");
    expect((await owner.request("/clients/export.csv")).status).toBe(200);
  });

  test("may lose the email while there is a phone number, and gets one back", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Lost Address", email: "lost@client.example" });
    await owner.open(`/clients/${id}/edit`);
    const refused = await owner.submit({ email: "" }, { button: "Save changes" });
    expect(messagesOn(refused)).toEqual(["Enter an email or a phone number."]);
    await owner.submit({ phoneNumber: "206 555 0193" }, { button: "Save changes" });
    expect((await agency.readClient(id)).client.attributes).toMatchObject({
      email: null,
      phone_number: "206 555 0193",
    });
    expect((await owner.open(`/clients/${id}`)).text).not.toContain("null");
    await owner.open(`/clients/${id}/edit`);
    await owner.submit({ email: "found@client.example", phoneNumber: "" }, { button: "Save changes" });
    expect((await agency.readClient(id)).client.attributes).toMatchObject({
      email: "found@client.example",
      phone_number: null,
    });
  });

  test("is said to have none where something needs one", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Pat Numberonly", email: null, phoneNumber: "206 555 0194" });
    await agency.addPerson(id, { name: "Robin Numberonly", phoneNumber: "206 555 0195" });
    const item = await agency.addPackage({ street: "77 Phone Lane" });
    const page = await owner.open(`/clients/${id}`);
    expect(rowsOn(page, "Household")).toEqual([
      "PN Pat Numberonly No email address to invite Add email",
      "RN Robin Numberonly (206) 555-0195 · No email address to invite Add email Actions for Robin Numberonly Edit",
    ]);
    expect((await owner.open(`/clients/${id}/portal/invitations/new`)).text).toContain(
      "Pat Numberonly has no email address.",
    );
    expect((await owner.open(`/messages/${id}`)).text).toContain("Pat Numberonly has no email address.");
    expect((await owner.open(`/packages/${item.id}/shares/clients?clients=${id}`)).text).toContain(
      "Pat Numberonly, no email address",
    );
    const sharing = await owner.open(`/clients/${id}/shares?packages=${item.id}`);
    expect(sharing.text).toContain("Pat Numberonly has no email address and gets no email.");
    const shared = await owner.submit({ sendsEmpty: "on" }, { button: "Share 1 property, send no emails" });
    expect(shared.text).toContain(
      "Shared 1 property with Pat Numberonly. No email was sent: they have no email address.",
    );
  });

  test("is written to, and the portal is seen as they would see it", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Kim Caller", email: null, phoneNumber: "206 555 0196" });
    await owner.open(`/messages/${id}`);
    expect((await owner.submit({ body: "Hello Kim" }, { button: "Send message" })).text).toContain("Message sent.");
    expect((await owner.open("/messages/")).text).toContain("Kim Caller");
    await owner.open(`/clients/${id}/portal/view`);
    const seen = await owner.submit({}, { button: "Open the portal" });
    expect(seen.status).toBe(200);
  });
});

describe("a household", () => {
  test("has people with a phone number alone", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Maya Household" });
    await owner.open(`/clients/${id}/people/new`);
    const refused = await owner.submit({ name: "Ben" }, { button: "Add person" });
    expect(messagesOn(refused)).toEqual(["Enter an email or a phone number."]);
    for (const [name, phoneNumber] of [
      ["Ben", "206 555 0197"],
      ["Cleo", "206 555 0198"],
    ] as const) {
      await owner.open(`/clients/${id}/people/new`);
      const added = await owner.submit({ name, phoneNumber }, { button: "Add person" });
      expect(added.text).toContain(`Added to the household: ${name}.`);
    }
    const edit = owner.page.document.querySelector(`a[href^="/clients/${id}/people/"][href$="/edit"]`);
    await owner.open(edit?.getAttribute("href") ?? "");
    const saved = await owner.submit({ email: "ben@household.example", phoneNumber: "" }, { button: "Save changes" });
    expect(saved.text).toContain("Saved: Ben.");
    expect(rowsOn(saved, "Household").some((row) => row.includes("ben@household.example"))).toBe(true);
  });
});

describe("a service that takes nobody without an email", () => {
  const errors = {
    "names the field": [{ status: "400", code: "required", source: { pointer: "/data/attributes/email" } }],
    "names the attributes": [{ status: "400", code: "invalid_body", source: { pointer: "/data/attributes" } }],
    "says nothing": [],
  };
  test.for(Object.entries(errors))("and %s is heard beside the email", async ([, errors], { app, agency, owner }) => {
    const { id } = await agency.addClient({ name: "Maya Foreign" });
    await owner.open("/clients/new");
    app.use(http.post("*/api/clients", () => HttpResponse.json({ errors }, { status: 400 })));
    app.use(http.post("*/api/client_people", () => HttpResponse.json({ errors }, { status: 422 })));
    app.use(http.patch(`*/api/clients/${id}`, () => HttpResponse.json({ errors }, { status: 400 })));
    const words = [expect.stringMatching(/^(Required|The service refused this\. It may need an email address\.)$/)];
    const typed = { name: "Only Phone", email: "", phoneNumber: "206 555 0199" };
    const refused = await owner.submit(typed, create);
    expect([messagesOn(refused), typedIn(refused, "phoneNumber")]).toEqual([words, "206 555 0199"]);
    await owner.open(`/clients/${id}/people/new`);
    expect(messagesOn(await owner.submit(typed, { button: "Add person" }))).toEqual(words);
    await owner.open(`/clients/${id}/edit`);
    expect(messagesOn(await owner.submit(typed, { button: "Save changes" }))).toEqual(words);
  });
});
