import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { linkOf, namesOn, typedIn } from "../page-reading.ts";

// A list's filter by a record without scripts: a text field, and a question where that does not say which record is meant.

const test = newAgencyTest().extend("clients", async ({ agency }) => {
  const ids: Record<string, string> = {};
  for (const name of ["Maya Okafor", "Maya Lindqvist", "Theo Brandt"]) {
    const { id } = await agency.addClient({ name, email: `${name.replace(" ", ".").toLowerCase()}@client.example` });
    await agency.addPackage({ street: `House of ${name}`, clientId: id });
    ids[name] = id;
  }
  await agency.addPackage({ street: "Nobody's house" });
  return ids;
});

const filters = "main form[role=search]";
const all = 4;

async function filter(owner: Visitor, values: Readonly<Record<string, string>>, list = "/packages/?sort=property") {
  await owner.open(list);
  return owner.submit(values, { form: filters });
}

for (const [typed, reason] of [
  ["Theo Brandt", "a whole name"],
  ["theo.brandt@client.example", "an email address"],
  ["bran", "a part that one record has"],
] as const)
  test(`${reason} narrows the list down, and the URL has the record's id`, async ({ owner, clients }) => {
    const page = await filter(owner, { clientName: typed });
    expect(page.url.searchParams.get("client")).toBe(clients["Theo Brandt"]);
    expect([page.url.searchParams.has("clientName"), page.url.searchParams.get("sort")]).toEqual([false, "property"]);
    expect([namesOn(page), typedIn(page, "clientName")]).toEqual([["House of Theo Brandt"], "Theo Brandt"]);
    expect(namesOn(await owner.open(linkOf(page, "✕") ?? ""))).toHaveLength(all);
  });

test("what several have is asked about, with the whole list below and a link for each", async ({ owner, clients }) => {
  const page = await filter(owner, { clientName: "maya" });
  expect([page.status, namesOn(page).length, typedIn(page, "clientName")]).toEqual([200, all, "maya"]);
  expect(page.text).toContain("Which one do you mean by “maya”? Maya ");
  const chosen = await owner.follow("Maya Lindqvist");
  expect(chosen.url.search).toBe(`?client=${clients["Maya Lindqvist"]}&sort=property`);
  expect(namesOn(chosen)).toEqual(["House of Maya Lindqvist"]);
});

test("what is misspelled is guessed, and what nothing is like is said", async ({ owner, clients }) => {
  expect(Object.keys(clients)).toHaveLength(3);
  const guessed = await filter(owner, { clientName: "lindqvits" });
  expect(guessed.text).toContain("No client is called “lindqvits”. Did you mean Maya Lindqvist");
  expect(namesOn(guessed)).toHaveLength(all);
  const unknown = await filter(owner, { clientName: "xylophone" });
  expect(unknown.text).toContain("The list shows everything: no client is called “xylophone”.");
  expect(namesOn(unknown)).toHaveLength(all);
});

test("another text over the chosen name counts, the same text keeps the record, and none takes it back", async ({
  owner,
  clients,
}) => {
  const list = `/packages/?client=${clients["Theo Brandt"]}`;
  const kept = await filter(owner, { due: "all" }, list);
  expect([namesOn(kept), kept.url.searchParams.get("client")]).toEqual([
    ["House of Theo Brandt"],
    clients["Theo Brandt"],
  ]);
  const other = await filter(owner, { clientName: "maya okafor" }, list);
  expect(namesOn(other)).toEqual(["House of Maya Okafor"]);
  expect(namesOn(await filter(owner, { clientName: "" }, list))).toHaveLength(all);
});

test("pipeline and board are filtered in the same way, and keep it between them", async ({ owner, clients }) => {
  for (const list of ["/opportunities", "/opportunities/board"]) {
    const page = await filter(owner, { clientName: "theo" }, list);
    expect([page.url.pathname, page.url.searchParams.get("client")]).toEqual([list, clients["Theo Brandt"]]);
    expect(linkOf(page, "Board")).toBe(`/opportunities/board?client=${clients["Theo Brandt"]}`);
    expect(page.text).toContain("House of Theo Brandt");
    expect(page.text).not.toContain("House of Maya");
  }
});

test("a search that fails is said, and the list is shown whole", async ({ app, owner, clients }) => {
  expect(Object.keys(clients)).toHaveLength(3);
  app.use(http.get("*/api/search", () => new HttpResponse(null, { status: 500 })));
  const page = await filter(owner, { clientName: "theo" });
  expect([page.status, namesOn(page).length]).toEqual([200, all]);
  expect(page.text).toContain("The list shows everything: “theo” could not be searched for.");
});

test("another workspace's client narrows the list down to nothing, and is not named", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await (await startAgency(app)).addClient({ name: "Their Client" });
  await agency.addPackage({ street: "1 Elm Street" });
  const page = await owner.open(`/packages/?client=${id}`);
  expect([page.text.includes("No results."), typedIn(page, "clientName")]).toEqual([true, "Unknown client"]);
});
