import { expect } from "vitest";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient, type PortalClient } from "#tests/support/portal-client.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const me = "/client-portal/dashboard/me";
const page = `${me}/wishes`;
const main = { form: "main form" };

/** Changes a client's buyer profile past the app. */
async function changeProfile(agency: Agency, clientId: string, attributes: object): Promise<void> {
  const { included } = await agency.readClient(clientId);
  const profile = included.find(({ type }) => type === "buyer_profile");
  await agency.call("PATCH", `/buyer_profiles/${profile?.id}`, attributes);
}

async function profileOf(agency: Agency, clientId: string) {
  const { included } = await agency.readClient(clientId);
  return included.find(({ type }) => type === "buyer_profile")?.attributes;
}

/** Sends changes by the form. */
async function suggest({ visitor }: PortalClient, typed: Record<string, string>) {
  await visitor.open(page);
  return visitor.submit(typed, { ...main, button: "Send" });
}

/** Opens the suggestion from the client's page. */
async function review(owner: Visitor, clientId: string) {
  await owner.open(`/clients/${clientId}`);
  return owner.follow("Review");
}

const budget = { amount: "600000", currency: "USD" };

test("a client suggests changes, and the agent accepts some of them", async ({ app, agency, owner }) => {
  const client = await newPortalClient(app, agency, "Nora Lind");
  const { record, visitor } = client;
  await changeProfile(agency, record.id, { budget, minBeds: 3, notes: "Pays in cash, she says." });
  const own = await visitor.open(me);
  for (const part of ["What you are looking for", "$600,000", "3 or more"]) expect(own.text).toContain(part);
  const form = await visitor.open(page);
  expect(form.text).not.toContain("Pays in cash");
  expect(typedIn(form, "budget.amount")).toBe("600000");
  const sent = await suggest(client, {
    "budget.amount": "650,000",
    preferredAreas: "Ballard\nFremont",
    remark: "We need a room to work in.",
  });
  expect([sent.url.pathname, sent.text]).toEqual([me, expect.stringContaining("Your changes are sent.")]);
  expect(sent.text).toMatch(/You asked for changes on \w+ \d+, \d{4}\. Ada Marsh looks at them first\./);
  // Until then nothing has changed, and the person may go on changing what they sent.
  expect((await profileOf(agency, record.id))?.budget).toEqual(budget);
  expect(typedIn(await visitor.open(page), "remark")).toBe("We need a room to work in.");

  expect((await owner.open("/")).text).toMatch(/Needs attention.*Suggests a change of the buyer profile.*Nora Lind/);
  expect((await owner.open("/notifications")).text).toContain("suggested a change of the buyer profile");
  const panel = await owner.open(`/clients/${record.id}`);
  expect(panel.text).toContain("Budget: USD 600,000 → USD 650,000");
  const both = await review(owner, record.id);
  expect(rowsOn(both, "Both versions")).toEqual([
    "Budget Now USD 600,000 Suggested USD 650,000",
    "Preferred areas Now N/A Suggested Ballard, Fremont",
    "Add to buyer notes Now Pays in cash, she says. Suggested We need a room to work in.",
  ]);
  const accepted = await owner.submit({ fields: ["budget", "notes"] }, { ...main, button: "Accept selected" });
  expect([accepted.url.pathname, accepted.text]).toEqual([
    `/clients/${record.id}`,
    expect.stringContaining("Buyer profile changed."),
  ]);
  expect(await profileOf(agency, record.id)).toMatchObject({
    budget: { amount: "650000", currency: "USD" },
    preferred_areas: [],
    notes: "Pays in cash, she says.\n\nNora Lind: We need a room to work in.",
  });
  expect(accepted.text).not.toContain("From the client");
  const history = (await owner.open(`/clients/${record.id}/activity`)).text;
  for (const part of [
    "Change of the buyer profile suggested in the client portal",
    "Change of the buyer profile accepted",
    "Buyer profile changed",
  ])
    expect(history).toContain(part);
  const told = await visitor.open(me);
  expect(told.text).toMatch(/Ada Marsh made some of your changes on/);
  expect(told.text).toContain("$650,000");
});

test("a suggestion that is dismissed changes nothing, and the client is told so in their language", async ({
  app,
  agency,
  owner,
}) => {
  const client = await newPortalClient(app, agency);
  const { record, visitor } = client;
  await suggest(client, { minBeds: "4" });
  await review(owner, record.id);
  await owner.follow("Dismiss the suggestion");
  const done = await owner.submit({}, { ...main, button: "Dismiss" });
  expect([done.url.pathname, done.text]).toEqual([
    `/clients/${record.id}`,
    expect.stringContaining("Suggestion dismissed."),
  ]);
  expect((await profileOf(agency, record.id))?.min_beds).toBeNull();
  await visitor.open(me);
  const told = await visitor.submit({ language: "es" }, { button: "Save" });
  expect(told.text).toMatch(/Ada Marsh lo dejó como estaba el/);
  expect(told.text).toContain("Lo que usted busca");
});

test("a profile or suggestion that changes while the agent looks is shown again, and nothing is saved", async ({
  app,
  agency,
  owner,
}) => {
  const client = await newPortalClient(app, agency);
  const { record } = client;
  await changeProfile(agency, record.id, { minBeds: 2 });
  await suggest(client, { minBeds: "4" });
  await review(owner, record.id);
  await changeProfile(agency, record.id, { minBeds: 3 });
  const refused = await owner.submit({}, { ...main, button: "Accept selected" });
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining("changed the buyer profile or the suggestion while this page was open"),
  ]);
  expect((await profileOf(agency, record.id))?.min_beds).toBe(3);
  const now = await owner.follow("Show both as they are now");
  expect(rowsOn(now, "Both versions")).toEqual(["Min. beds Now 3+ Changed since. The client saw: 2+ Suggested 4+"]);
  await suggest(client, { minBeds: "5" });
  expect((await owner.submit({}, { ...main, button: "Accept selected" })).status).toBe(409);
  await review(owner, record.id);
  await owner.submit({}, { ...main, button: "Accept selected" });
  expect((await profileOf(agency, record.id))?.min_beds).toBe(5);
});

test("what the agent changes while the client types is not suggested back", async ({ app, agency, owner }) => {
  const client = await newPortalClient(app, agency);
  const { record, visitor } = client;
  await changeProfile(agency, record.id, { minBeds: 2 });
  await visitor.open(page);
  await changeProfile(agency, record.id, { minBeds: 3 });
  const asked = await visitor.submit({ minBaths: "2" }, { ...main, button: "Send" });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Someone else changed this meanwhile.")]);
  expect([typedIn(asked, "minBeds"), typedIn(asked, "minBaths")]).toEqual(["3", "2"]);
  await visitor.submit({}, { ...main, button: "Send" });
  expect(rowsOn(await review(owner, record.id), "Both versions")).toEqual(["Min. baths Now N/A Suggested 2+"]);
});

test("a suggestion is one however often it is changed, and none once nothing is to be changed", async ({
  app,
  agency,
  owner,
}) => {
  const client = await newPortalClient(app, agency);
  const { record, visitor } = client;
  await visitor.open(page);
  const fields = new URLSearchParams();
  for (const field of visitor.page.document.querySelectorAll("main form input, main form textarea"))
    fields.append(field.getAttribute("name") ?? "", field.getAttribute("value") ?? "");
  fields.set("minBeds", "4");
  for (let time = 0; time < 3; time += 1) expect((await visitor.send(page, fields)).url.pathname).toBe(me);
  await suggest(client, { minBeds: "5" });
  const panel = await owner.open(`/clients/${record.id}`);
  expect(panel.text.split("Suggests a change of the buyer profile")).toHaveLength(2);
  expect(panel.text).toContain("Min. beds: N/A → 5+");
  const history = (await owner.open(`/clients/${record.id}/activity`)).text;
  expect(history.split("Change of the buyer profile suggested")).toHaveLength(3);
  expect((await suggest(client, { minBeds: "" })).text).toContain("Nothing is to be changed.");
  expect((await owner.open(`/clients/${record.id}`)).text).not.toContain("Suggests a change");
});

test("what is wrong is said beside its field in the reader's language, and what was typed is kept", async ({
  app,
  agency,
}) => {
  const client = await newPortalClient(app, agency);
  const { visitor } = client;
  await visitor.open(me);
  await visitor.submit({ language: "es" }, { button: "Save" });
  await visitor.open(page);
  const wrong = await visitor.submit(
    { "budget.amount": "500.000", minBeds: "dos", minBaths: "2,5", minLotSize: "-1", preferredAreas: "Ballard" },
    { ...main, button: "Enviar" },
  );
  expect([wrong.status, messagesOn(wrong)]).toEqual([
    400,
    [
      "Escriba el presupuesto como un solo número, por ejemplo 650,000.",
      "Escriba un número entero de 0 a 99.",
      "Escriba un número de 0 a 99, por ejemplo 2 o 2.5.",
      "Escriba un número de pies cuadrados, por ejemplo 4,000.",
    ],
  ]);
  expect([typedIn(wrong, "budget.amount"), typedIn(wrong, "minBeds")]).toEqual(["500.000", "dos"]);
  expect(typedIn(wrong, "preferredAreas")).toContain("Ballard");
  const rooms = { minBeds: "2", minBaths: "2.5", minLotSize: "" };
  const euros = await visitor.submit({ ...rooms, "budget.amount": "€500k" }, { ...main, button: "Enviar" });
  expect(messagesOn(euros)).toEqual([
    "Escriba el presupuesto en la moneda que indica el campo. Para cambiar la moneda, escríbale a su agente abajo.",
  ]);
  const taken = await visitor.submit({ "budget.amount": "$500k" }, { ...main, button: "Enviar" });
  expect([taken.status, taken.url.pathname.endsWith("/me")]).toEqual([200, true]);
});

test("staff who look see what the client looks for and can send nothing", async ({ app, agency, owner }) => {
  const client = await newPortalClient(app, agency);
  const { record } = client;
  await suggest(client, { minBeds: "4" });
  await owner.open(`/clients/${record.id}/portal/view`);
  const { url } = await owner.submit({}, { button: "Open the portal" });
  expect((await owner.open(`${url.pathname}/me`)).text).toContain("You asked for changes on");
  const form = await owner.open(`${url.pathname}/me/wishes`);
  expect(form.document.querySelector("main fieldset[disabled]")).not.toBeNull();
  expect((await owner.send(`${url.pathname}/me/wishes`, new URLSearchParams({ minBeds: "9" }))).status).toBe(403);
});

test("those with view-only access settle nothing, and are told so once it is settled, too", async ({ app, agency }) => {
  const standard = await startAgency(app, "standard");
  const client = await newPortalClient(app, standard);
  await suggest(client, { minBeds: "4" });
  const address = (await review(standard.owner.visitor, client.record.id)).url.pathname;
  const { visitor: onlooker } = await standard.join("instructor");
  expect((await onlooker.open(address)).status).toBe(403);
  await standard.owner.visitor.submit({}, { ...main, button: "Accept selected" });
  expect((await onlooker.open(address)).status).toBe(403);
  expect((await onlooker.open(address.replace("/acceptance", ""))).status).toBe(403);
  expect((await standard.owner.visitor.open(address)).url.pathname).toBe(`/clients/${client.record.id}`);
  // A client of another workspace has no such page.
  expect((await agency.owner.visitor.open(address)).status).toBe(404);
});
