import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

let maya = "";
const open = { button: "Open opportunity" };
test.beforeEach(async ({ agency, owner }) => {
  ({ id: maya } = await agency.addClient({ name: "Maya Okafor", email: "maya@client.example" }));
  await agency.addPackage({ street: "2218 Alder Street", city: "Seattle" });
  await owner.open("/opportunities/new/");
});

const headOf = ({ document }: Visit) => [document.querySelector("h1")?.text, document.querySelector(".hero p")?.text];
const choicesOn = ({ document }: Visit, name: string) =>
  document
    .querySelectorAll(`input[name="${name}"]`)
    .map((radio) => [radio.parentNode?.text.trim() ?? "", radio.getAttribute("value") ?? ""] as const);
const countPackages = async (owner: Visitor) =>
  (await owner.open("/packages/")).document.querySelectorAll("a.row-link").length;

test("client and property are suggested while typing, and taken as they are suggested", async ({ owner }) => {
  const suggested = owner.page.document
    .querySelectorAll("datalist option")
    .map((option) => option.getAttribute("value"));
  expect(suggested).toEqual(["Maya Okafor (maya@client.example)", "2218 Alder Street (Seattle)"]);
  const [client = "", property = ""] = suggested;
  const opened = await owner.submit({ client, property, rank: "High" }, open);
  expect(opened.url.pathname).toMatch(/^\/opportunities\/[0-9a-f-]{36}$/);
  expect(headOf(opened)).toEqual(["Maya Okafor", "2218 Alder Street, Seattle High"]);
  expect(opened.text).toContain("Opportunity opened.");
  expect(await countPackages(owner)).toBe(1);
});

test("an address that nobody has entered yet becomes a property", async ({ owner }) => {
  const opened = await owner.submit({ client: "maya okafor", property: "77 Fern Court, Unit 2" }, open);
  expect(headOf(opened)[1]).toBe("77 Fern Court, Unit 2 Medium");
  expect(await countPackages(owner)).toBe(2);
});

test("what may be several is asked about, with what was typed; the answer counts for that text only", async ({
  agency,
  owner,
}) => {
  await agency.addClient({ name: "Ana Mayan", email: "ana@client.example" });
  const asked = await owner.submit({ client: "maya", property: "alder", rank: "Low" }, open);
  expect(asked.status).toBe(409);
  expect(messagesOn(asked)).toEqual(["Choose which client you mean.", "Choose which property you mean."]);
  expect([typedIn(asked, "client"), typedIn(asked, "property")]).toEqual(["maya", "alder"]);
  expect(choicesOn(asked, "clientId").map(([label]) => label)).toEqual([
    "Ana Mayan (ana@client.example)",
    "Maya Okafor (maya@client.example)",
  ]);
  expect(choicesOn(asked, "packageId").map(([label]) => label)).toEqual([
    "2218 Alder Street (Seattle)",
    "A new property at “alder”",
  ]);
  const ana = choicesOn(asked, "clientId")[0]?.[1] ?? "";
  const changed = await owner.submit({ client: "Maya Okafor", clientId: ana, packageId: "new" }, open);
  expect(headOf(changed)).toEqual(["Maya Okafor", "alder Low"]);
});

test("a chosen one is taken", async ({ agency, owner }) => {
  await agency.addClient({ name: "Ana Mayan", email: "ana@client.example" });
  const asked = await owner.submit({ client: "maya", property: "5 New Street" }, open);
  const [[, ana] = ["", ""]] = choicesOn(asked, "clientId");
  expect(headOf(await owner.submit({ clientId: ana }, open))).toEqual(["Ana Mayan", "5 New Street Medium"]);
});

test("nobody of the name is said beside the field, and nothing is made", async ({ owner }) => {
  const refused = await owner.submit({ client: "Nobody Here", property: "77 Fern Court" }, open);
  expect([refused.status, messagesOn(refused)]).toEqual([
    409,
    ["No client matches. Check the spelling, or create a new client."],
  ]);
  expect(typedIn(refused, "property")).toBe("77 Fern Court");
  const create = refused.document.querySelector('main a[href="/clients/new"]');
  expect([create?.text.trim(), create?.getAttribute("target")]).toEqual(["Create the client", "_blank"]);
  expect(await countPackages(owner)).toBe(1);
});

test("nothing typed is refused", async ({ owner }) => {
  const refused = await owner.submit({}, open);
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    ["Client must be at least 1 character.", "Property must be at least 1 character."],
  ]);
});

test("a pair that is under way leads to what is under way", async ({ owner }) => {
  const typed = { client: "Maya Okafor", property: "2218 Alder Street" };
  const first = await owner.submit(typed, open);
  await owner.open("/opportunities/new/");
  const second = await owner.submit(typed, open);
  expect(second.url.pathname).toBe(first.url.pathname);
  expect(second.text).toContain("This client already has an open opportunity for this property.");
});

test("somebody else's client cannot be chosen by hand", async ({ app, owner }) => {
  const other = await startAgency(app);
  const { id } = await other.addClient({ name: "Their Client" });
  const asked = await owner.submit({ client: "m", property: "alder" }, open);
  expect(asked.status).toBe(409);
  const refused = await owner.submit({ clientId: id, packageId: "new" }, open);
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["This client does not exist."]]);
});

test("client and property of the address are filled in", async ({ agency, owner }) => {
  const { id } = await agency.addPackage({ street: "1 Elm Street" });
  const page = await owner.open(`/opportunities/new/?client=${maya}&package=${id}`);
  expect([typedIn(page, "client"), typedIn(page, "property")]).toEqual([
    "Maya Okafor (maya@client.example)",
    "1 Elm Street",
  ]);
  const opened = await owner.submit({}, open);
  expect(opened.url.pathname).toBe(`/opportunities/${await findOpportunity(owner, maya)}`);
  for (const odd of ["client=x&package=y", `client=${crypto.randomUUID()}`])
    expect(typedIn(await owner.open(`/opportunities/new/?${odd}`), "client") ?? "").toBe("");
});

test("those who may only look are told so", async ({ agency }) => {
  const { visitor } = await agency.join("instructor");
  const refused = await visitor.open("/opportunities/new/");
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining(
      "You don't have permission to open opportunities. Owners, admins, managers and members can.",
    ),
  ]);
  expect(refused.text).not.toMatch(/Something went wrong|Try again/);
  expect((await visitor.follow("Back to opportunities")).status).toBe(200);
});
