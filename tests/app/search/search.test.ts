import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { alderLane, maya } from "#tests/support/records.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

/** What was found, by its heading: texts and addresses. */
function foundOn({ document }: Visit): Readonly<Record<string, readonly string[]>> {
  const sheets = document.querySelectorAll("main section.sheet").map((sheet) => {
    const links = sheet.querySelectorAll("li a").map((link) => `${link.text} ${link.getAttribute("href")}`);
    return [sheet.querySelector("h2")?.text ?? "", links] as const;
  });
  return Object.fromEntries(sheets);
}

test("the box in the bar finds clients, their opportunities and properties, each with its page", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient(maya);
  const property = await agency.addPackage({ ...alderLane, city: "Seattle" });
  await agency.call("POST", "/opportunities", { clientId: client.id, packageId: property.id });
  await owner.open("/dashboard");
  const form = owner.page.document.querySelector('header form[role="search"]');
  expect([form?.getAttribute("action"), form?.querySelector("input")?.getAttribute("name")]).toEqual(["/search", "q"]);
  const page = await owner.open("/search?q=okafor");
  expect(page.document.querySelector('main input[name="q"]')?.getAttribute("value")).toBe("okafor");
  expect(foundOn(page)).toEqual({
    Clients: [`Maya Okafor /clients/${client.id}`],
    Opportunities: [expect.stringMatching(/^Maya Okafor \/opportunities\//)],
    Properties: [`12 Alder Lane /packages/${property.id}`],
  });
  expect(page.text).toContain("12 Alder Lane · Opportunity");
});

test("what was mistyped is found all the same, and the page says that it guesses", async ({ agency, owner }) => {
  await agency.addClient({ name: "Nora Lindqvist" });
  const page = await owner.open("/search?q=Lindqvits");
  expect(page.text).toContain("No exact matches. Showing similar results.");
  expect(foundOn(page).Clients).toHaveLength(1);
});

test("of many the first are shown, and the way to all of them", async ({ agency, owner }) => {
  for (let number = 1; number <= 6; number += 1) await agency.addClient({ name: `Maya ${number}` });
  const page = await owner.open("/search?q=maya");
  expect(foundOn(page).Clients).toHaveLength(5);
  expect((await owner.follow("View all results")).text).toContain("Showing 1 to 6 of 6 results");
});

test("nothing typed asks nobody, nothing found says so, and nobody finds what is not theirs", async ({
  app,
  agency,
  owner,
}) => {
  await agency.addClient({ name: "Maya Okafor" });
  const before = app.calls.length;
  expect((await owner.open("/search")).text).toContain("Type a name");
  expect(app.calls.slice(before)).toEqual(["GET /api/sessions/current"]);
  expect((await owner.open("/search?q=xylophone")).text).toContain("No results.");
  const member = (await agency.join("member")).visitor;
  expect((await member.open("/search?q=okafor")).text).toContain("No results.");
});

test("before anything is typed it offers what the person may begin, and the keys are listed on a page", async ({
  agency,
  owner,
}) => {
  const actionsOf = (page: Visit) => foundOn(page).Actions?.map((line) => line.replace(/ \/.*/, ""));
  const own = actionsOf(await owner.open("/search"));
  expect(own).toEqual([
    ...["New client", "New property", "New deal", "New task", "New message", "Import clients", "Import properties"],
    ...["Account settings", "Keyboard shortcuts"],
  ]);
  for (const line of foundOn(owner.page).Actions ?? [])
    expect((await owner.open(line.replace(/^[^/]+/, ""))).status, line).toBe(200);
  const { visitor } = await agency.join("instructor");
  expect(actionsOf(await visitor.open("/search"))).toEqual(["Account settings", "Keyboard shortcuts"]);
  const keys = await visitor.follow("Keyboard shortcuts");
  expect(keys.text).toContain("G then CGo to Clients");
});
