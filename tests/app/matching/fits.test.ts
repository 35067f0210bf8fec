import { expect } from "vitest";
import { linkOf, namesOn, rowsOn } from "#tests/app/page-reading.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const usd = (amount: number) => ({ amount: String(amount), currency: "USD" });
const home = { street: "12 Elm St", listPrice: usd(720_000), beds: 3, baths: 2, area: "Ballard" };

async function addBuyer(agency: Agency, name: string, wishes: object): Promise<string> {
  const { id } = await agency.addClient({ name });
  const { included } = await agency.readClient(id);
  await agency.call("PATCH", `/buyer_profiles/${included.find(({ type }) => type === "buyer_profile")?.id}`, wishes);
  return id;
}
const wishes = { budget: usd(800_000), minBeds: 3, preferredAreas: ["Ballard"] };

test("a property says which clients it fits and why, and leads to all of them", async ({ agency, owner }) => {
  const { id } = await agency.addPackage(home);
  const page = await owner.open(`/packages/${id}/clients`);
  expect(page.html).not.toContain("Fits");
  const nora = await addBuyer(agency, "Nora", wishes);
  for (const name of ["Ann", "Ben", "Cem"]) await addBuyer(agency, name, { ...wishes, minBeds: 4 });
  await agency.call("POST", "/opportunities", { clientId: nora, packageId: id });

  const fitting = await owner.open(`/packages/${id}/clients`);
  expect(rowsOn(fitting, "Fits 4 clients")).toEqual([
    "N Nora 10% under budget · Ballard · 3 of 3 beds · Has an opportunity",
    "A Ann 10% under budget · Ballard · 3 of 4 beds",
    "B Ben 10% under budget · Ballard · 3 of 4 beds",
  ]);
  await addBuyer(agency, "Elsewhere", { ...wishes, preferredAreas: ["Fremont"] });
  const all = await owner.open(linkOf(fitting, "Show all") ?? "");
  expect(all.url.pathname + all.url.search).toBe(`/clients/?fits=${id}`);
  expect(namesOn(all)).toEqual(["Nora", "Ann", "Ben", "Cem"]);
  expect(all.text).toContain("100% · 10% under budget · Ballard · 3 of 3 beds");
});

test("sharing a property ticks nobody who fits; one press ticks all, and the button says whom it emails", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addPackage({ ...home, street: "7 Sharing Way" });
  const path = `/packages/${id}/shares/clients`;
  const boxes = "input[name=clientIds][checked]";
  const names = ["Nora", "Ann", ...Array.from({ length: 19 }, (_, number) => `Buyer ${number}`)];
  for (const name of names.slice(0, 2)) await addBuyer(agency, name, wishes);
  const other = await agency.addClient({ name: "Somebody else" });
  await agency.addPerson(other.id, { name: "Kim", email: "kim.else@client.example" });
  const page = await owner.open(path);
  expect(page.document.querySelectorAll(boxes)).toEqual([]);
  expect(page.document.querySelectorAll("input[name=clientIds]").at(2)?.getAttribute("value")).toBe(other.id);

  // Nothing is sent to anybody whom the button had not counted.
  const asked = await owner.submit({ clientIds: [other.id], note: "Look!" }, { button: "Continue" });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Nothing was sent yet. 1 client ticked.")]);
  expect(asked.text).toContain("2 emails: one to each address in the household.");
  const all = await selectAll(owner);
  expect([all.status, all.document.querySelectorAll(boxes).length]).toEqual([200, 3]);
  expect(all.text).toContain("4 emails");
  const fewer = await owner.submit({ clientIds: [other.id] }, { button: "Share with 3 clients, send 4 emails" });
  expect([fewer.status, fewer.text]).toEqual([409, expect.stringContaining("1 client ticked.")]);
  expect((await app.mailer.recent(50)).filter(({ to }) => to === "kim.else@client.example")).toEqual([]);
  expect(fewer.document.querySelector("textarea[name=note]")?.text).toBe("Look!");
  await owner.submit({}, { button: "Share with 1 client, send 2 emails" });
  expect(owner.page.text).toContain("Shared with 1 client.");
  expect((await app.mailer.recent(50)).filter(({ to }) => to === "kim.else@client.example")).toHaveLength(1);
  const again = await owner.open(path);
  expect(again.text).toMatch(/Somebody else, [^ ]+\. Has it already/);

  for (const name of names.slice(2)) await addBuyer(agency, name, wishes);
  await owner.open(path);
  const full = await selectAll(owner);
  expect(full.document.querySelectorAll(boxes)).toHaveLength(20);
  expect(full.text).toContain("Share with 20 clients, send 20 emails");
});

test("a client says which properties fit, and leads to all of them", async ({ agency, owner }) => {
  const id = await addBuyer(agency, "Nora", wishes);
  expect((await owner.open(`/clients/${id}`)).html).not.toContain("that fit");
  expect((await owner.open(`/packages/?fits=${id}`)).text).toContain("No results.");
  await agency.addPackage({ ...home, city: "Seattle", state: null, zip: null });
  expect(rowsOn(await owner.open(`/clients/${id}`), "1 property that fits")).toEqual([
    "12 Elm St $720,000 · Seattle 10% under budget · Ballard · 3 of 3 beds",
  ]);
  await agency.addPackage({ ...home, street: "14 Elm St" });
  const all = await owner.open(linkOf(await owner.open(`/clients/${id}`), "Show all") ?? "");
  expect([all.url.search, namesOn(all)]).toEqual([`?fits=${id}`, ["12 Elm St", "14 Elm St"]]);
  expect(all.text).toContain("100% · 10% under budget · Ballard · 3 of 3 beds");
  await agency.call("POST", `/clients/${id}/archival`);
  expect((await owner.open(`/clients/${id}`)).html).not.toContain("that fit");
});

test("a list says what it fits, goes on with a search, an order and a saved view, and leaves the filter by one click", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addPackage(home);
  for (const name of ["Nora Best", "Zoe Best", "Ben Other"]) await addBuyer(agency, name, wishes);
  await agency.addClient({ name: "Unknown" });
  await owner.open(`/clients/?fits=${id}`);
  expect(filterOn(owner.page)).toEqual(["Fits 12 Elm St", "/clients/"]);
  const searched = await owner.submit(
    { q: "best", sort: "-name" },
    { form: "form[aria-label='Search and sort clients']" },
  );
  expect(searched.url.search).toContain(`fits=${id}`);
  expect(namesOn(searched)).toEqual(["Zoe Best", "Nora Best"]);
  expect(filterOn(searched)).toEqual(["Fits 12 Elm St", "/clients/?sort=-name&q=best"]);
  await owner.open(linkOf(searched, "Save this view") ?? "");
  await owner.submit({ name: "For Elm Street" }, { button: "Save view" });
  await owner.open("/clients/");
  expect(namesOn(await owner.open(linkOf(owner.page, "For Elm Street") ?? ""))).toEqual(["Zoe Best", "Nora Best"]);
});

test("another agency's records fit nothing, and a list says that they are gone", async ({ agency, app }) => {
  const stranger = (await startAgency(app)).owner.visitor;
  const [client, { id }] = [await addBuyer(agency, "Nora", wishes), await agency.addPackage(home)];
  for (const [path, text] of [
    [`/clients/?fits=${id}`, "Fits a property that no longer exists"],
    [`/packages/?fits=${client}`, "Fits a client who no longer exists"],
  ] as const) {
    const page = await stranger.open(path);
    expect([page.status, filterOn(page)[0], namesOn(page)]).toEqual([200, text, []]);
  }
  expect(filterOn(await stranger.open("/clients/?fits=%00"))).toEqual([]);
});

/** What a list says that its records fit, and where the filter is taken away. */
function filterOn({ document }: Visit): (string | undefined)[] {
  const link = document.querySelector("a[aria-label^='Remove filter: ']");
  if (link === null) return [];
  return [link.getAttribute("aria-label")?.replace("Remove filter: ", ""), link.getAttribute("href")];
}

/** Presses the button that ticks all that fit, as a browser without scripts does. */
function selectAll(visitor: Visitor): Promise<Visit> {
  const { document, url } = visitor.page;
  const button = document.querySelector("button[name=selecting]");
  const form = document.getElementById(button?.getAttribute("form") ?? "");
  if (!button || !form) throw new Error("Nothing can be selected.");
  expect(button.text).toMatch(/^Select all \d+ /);
  const fields = successfulControls(form, {}, undefined);
  fields.set("selecting", button.getAttribute("value") ?? "");
  return visitor.send(url, fields);
}
