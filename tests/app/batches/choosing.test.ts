import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { boxesOn, hrefOf, press, tickedOn } from "./selection-reading.ts";

const test = newAgencyTest();

test("rows have checkboxes, and what is ticked is done with one button", async ({ agency, owner }) => {
  for (const name of ["Ada", "Ben", "Cleo"]) await agency.addClient({ name });
  const list = await owner.open("/clients/?sort=name");
  expect([boxesOn(list), tickedOn(list).here]).toEqual([["Select Ada", "Select Ben", "Select Cleo"], []]);
  const page = await press(owner, "Archive", ["Select Ada", "Select Ben"]);
  expect([page.text.includes("Change 2 clients"), hrefOf(page, "Cancel")]).toEqual([true, "/clients/?sort=name"]);
  expect(page.document.querySelector("[name=action][checked]")?.getAttribute("value")).toBe("archive");
  expect((await owner.submit({}, { button: "Apply" })).text).toContain("2 clients archived.");
  await owner.open("/clients/");
  const sharing = await press(owner, "Share", ["Select Cleo"]);
  expect(sharing.text).toContain("Share a property with 1 client");
  await owner.open("/clients/?archived=true&sort=name");
  expect((await press(owner, "Restore", ["Select Ben"])).text).toContain("Change 1 client");
});

test("all rows of a page are chosen by one link, and those that are ticked can be taken along", async ({
  agency,
  owner,
}) => {
  for (const name of ["Ada", "Ben", "Cleo"]) await agency.addClient({ name });
  await owner.open("/clients/?sort=name");
  const whole = await owner.follow("Select all on this page");
  expect(tickedOn(whole).here).toHaveLength(3);
  await owner.open("/clients/?sort=name");
  const more = await press(owner, "Select more", ["Select Ben"]);
  expect([more.url.search, tickedOn(more).here.length]).toEqual([expect.stringContaining("select=true"), 1]);
});

test("a list goes on with what is chosen on its next page, until that is given up", async ({ agency, owner }) => {
  for (let number = 1; number <= 16; number += 1) await agency.addClient({ name: `Client ${number}` });
  await owner.open("/clients/?sort=name");
  const choosing = await owner.follow("Select several");
  expect(boxesOn(choosing)).toHaveLength(15);
  expect(boxesOn(choosing)[0]).toBe("Select Client 1");
  expect(choosing.text).toContain("All 15 on this page");
  expect(choosing.text).toContain("All 16 that match");
  const next = await press(owner, "Next");
  expect(boxesOn(next)).toEqual(["Select Client 9"]);
  const ended = await owner.follow("Cancel");
  expect([ended.url.searchParams.has("select"), ended.url.searchParams.get("start")]).toEqual([false, "16"]);
});

test("what is ticked stays chosen on other pages of the list, and can be unticked there", async ({ agency, owner }) => {
  for (let number = 10; number <= 27; number += 1) await agency.addClient({ name: `Client ${number}` });
  const first = await owner.open("/clients/?sort=name&select=true");
  const [ten, eleven] = first.document
    .querySelectorAll("input[type=checkbox][form=several]")
    .map((box) => box.getAttribute("value"));
  const second = await press(owner, "Next", ["Select Client 10", "Select Client 11"]);
  expect([second.url.pathname, boxesOn(second).length]).toEqual(["/clients/", 3]);
  expect(tickedOn(second)).toEqual({ here: [], elsewhere: [ten, eleven] });
  expect(second.text).toContain("selected, and 2 not shown here");
  expect(second.text).toContain("All 3 on this page, and 2 more");
  const back = await press(owner, "Previous", ["Select Client 27"]);
  expect(tickedOn(back)).toMatchObject({ here: [ten, eleven] });
  const again = await press(owner, "Next", ["Select Client 10"]);
  expect(tickedOn(again)).toMatchObject({ elsewhere: [eleven] });
  const page = await owner.open(hrefOf(again, "All 3 on this page, and 1 more"));
  expect(page.text).toContain("Change 4 clients");
  expect(page.text).toContain("Client 11 · Client 25 · Client 26 · Client 27");
});

test("no more than 200 rows are kept from page to page, and what is no id is not", async ({ agency, owner }) => {
  for (let number = 10; number <= 27; number += 1) await agency.addClient({ name: `Client ${number}` });
  const ids = Array.from({ length: 230 }, () => `id=${crypto.randomUUID()}`).join("&");
  await owner.open(`/clients/?sort=name&select=true&id=1&id=1&${ids}`);
  expect(tickedOn(owner.page).elsewhere).toHaveLength(200);
  expect(owner.page.text).toContain("200 rows are chosen. On other pages no more are kept.");
  const next = await press(owner, "Next");
  expect([next.status, tickedOn(next).elsewhere.length]).toEqual([200, 200]);
  const odd = await owner.open("/batches/new?of=clients&turn=%00&id=..");
  expect([odd.status, odd.url.pathname, odd.url.search]).toEqual([200, "/clients/", "?select=true"]);
});

test("what is ticked stays chosen by a search, a filter, another order and without filters", async ({
  agency,
  owner,
}) => {
  const [ada, ben] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  await agency.addClient({ name: "Cleo" });
  await owner.open("/clients/?select=true");
  const found = await press(owner, "Apply", ["Select Ada", "Select Ben"], { q: "ada" });
  expect([found.url.pathname, found.url.searchParams.get("q"), boxesOn(found)]).toEqual([
    ...["/clients/", "ada"],
    ["Select Ada"],
  ]);
  expect(tickedOn(found)).toEqual({ here: [ada.id], elsewhere: [ben.id] });
  expect(found.text).toContain("selected, and 1 not shown here");
  const sorted = await press(owner, "Client");
  expect([sorted.url.searchParams.get("sort"), sorted.url.searchParams.get("q")]).toEqual(["name", "ada"]);
  expect(tickedOn(sorted)).toEqual({ here: [ada.id], elsewhere: [ben.id] });
  const filtered = await press(owner, "Apply", ["Select Ada"], { q: "", quiet: "30" });
  expect(tickedOn(filtered)).toEqual({ here: [], elsewhere: [ben.id] });
  const cleared = await press(owner, "No activity for 30 days");
  expect([tickedOn(cleared), boxesOn(cleared).length]).toEqual([{ here: [ben.id], elsewhere: [] }, 3]);
  const page = await press(owner, "More actions", ["Select Cleo"], { q: "not sent yet" });
  expect(page.text).toContain("Change 2 clients");
  expect(page.text).toContain("Ben · Cleo");
  expect(hrefOf(page, "Cancel")).toBe("/clients/?sort=name");
});

test("Enter in the search box searches, whatever buttons there are while rows are being chosen", async ({
  agency,
  owner,
}) => {
  const home = await agency.addPackage();
  await agency.addClient();
  const page = await owner.open(`/clients/?select=true&fits=${home.id}`);
  const [first] = page.document.querySelectorAll("#several button[type=submit]");
  expect([first?.text.trim(), first?.hasAttribute("formaction")]).toEqual(["Apply", false]);
});

test.for([
  ["/packages/", "Select 12 Alder Lane", "Property"],
  ["/opportunities", "Select Ada, 12 Alder Lane", "Rank"],
  ["/tasks", "Select Call Ada", "Task"],
])("ticks stay on %s", async ([path = "", row = "", heading = ""], { agency, owner }) => {
  const [client, home] = [await agency.addClient({ name: "Ada" }), await agency.addPackage()];
  await agency.call("POST", "/opportunities", { clientId: client.id, packageId: home.id });
  await agency.call("POST", "/tasks", { title: "Call Ada" });
  await owner.open(`${path}?select=true`);
  const applied = await press(owner, "Apply", [row]);
  expect(tickedOn(applied).here).toHaveLength(1);
  const sorted = await press(owner, heading);
  expect([sorted.url.searchParams.has("sort"), tickedOn(sorted).here.length]).toEqual([true, 1]);
});
