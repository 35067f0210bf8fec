import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { maya } from "#tests/support/records.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { rowsOn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

/** Has a file looked over. */
async function lookOver(visitor: Visitor, content: string): Promise<Visit> {
  await visitor.open("/packages/imports/new");
  const files = [new File([content], "properties.csv", { type: "text/csv" })];
  return visitor.submit({}, { button: "Review import", files });
}

const confirm = { button: "Import these properties" };

test("properties are reviewed by row and column, imported once, and are their clients'", async ({ agency, owner }) => {
  await agency.addClient(maya);
  await agency.addPackage({ street: "9 Alder Lane", city: "Seattle", mlsNumber: "NW-77" });
  const file = [
    "Street Address;City;State;Zip Code;Beds;Baths;Sq Ft;Price;MLS #;Client Email",
    `1 Birch Way;Seattle;WA;98101;3;2.5;"1,840";"$519,000";NW-1;${maya.email}`,
    "2 Birch Way;Seattle;WA;98101;three;2;;400k-450k;;",
    "1  BIRCH way;;;;;;;;;",
    "9 alder lane;;WA;;;;;;;",
    "Elsewhere 5;Tacoma;;;;;;;nw-77;",
    "3 Birch Way;Seattle;;;;;;;;nobody@client.example",
  ].join("\n");
  const page = await lookOver(owner, file);
  expect(page.text).toContain("2 properties can be imported.");
  expect(rowsOn(page, "Cannot be imported")).toEqual([
    "Row 3 2 Birch Way Beds must be a whole number. List price: Enter one amount, such as 450,000, instead of a range.",
  ]);
  expect(rowsOn(page, "Will be imported")).toEqual([
    `1 Birch Way City: Seattle State: WA Zip: 98101 Beds: 3 Baths: 2.5 Sqft: 1840 List price: $519,000 MLS number: NW-1 Clients’ emails: ${maya.email}`,
    "3 Birch Way City: Seattle Clients’ emails: nobody@client.example",
  ]);
  expect(rowsOn(page, "In this file twice")).toEqual(["Row 4 1 BIRCH way Same as row 2."]);
  expect(rowsOn(page, "Already in Latchkey")).toEqual([
    "Row 5 9 alder lane Same address or MLS number.",
    "Row 6 Elsewhere 5 Same address or MLS number.",
  ]);
  expect(rowsOn(page, "Kept elsewhere or left out")).toEqual([
    "Row 7 3 Birch Way No client has the email nobody@client.example: the property is imported without them.",
  ]);
  const address = page.url.pathname;
  const done = await owner.submit({}, confirm);
  expect([done.url.pathname, done.text]).toEqual([address, expect.stringContaining("2 properties imported.")]);
  expect(rowsOn(done, "Imported")).toEqual(["1 Birch Way", "3 Birch Way"]);
  const property = await owner.follow("1 Birch Way");
  expect(property.text).toContain(maya.name);
  expect(property.text).toContain("$519,000");
  const again = await lookOver(owner, file);
  expect(again.text).toContain("Nothing new can be imported. Choose the changes to apply.");
});

test("a file that brings changes alone is not used up before one of them is chosen", async ({ owner }) => {
  await lookOver(owner, "Address,City,MLS number,List price\n5 Change Row,Tacoma,CH-1,400000\n");
  await owner.submit({}, confirm);
  const page = await lookOver(owner, "Address,City,MLS number,List price\n5 Change Row,Tacoma,CH-1,380000\n");
  expect(page.text).toContain("List price $400,000 → $380,000");
  const apply = { button: "Apply these changes" };
  const refused = await owner.submit({}, apply);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("choose at least one change")]);
  const done = await owner.submit({ change: "2" }, apply);
  expect(rowsOn(done, "Changed in Latchkey")).toEqual(["Row 2 5 Change Row List price $400,000 → $380,000. Changed."]);
});

test("an import of properties sent twice is done once", async ({ owner }) => {
  const { path, fields } = fillForm(await lookOver(owner, "Address\n4 Once Way\n"), confirm.button, {});
  const answers = await Promise.all([owner.send(path, fields), owner.send(path, fields)]);
  for (const { text } of answers) expect(text).toContain("1 property imported.");
  expect((await owner.open("/packages/?q=Once+Way")).text).toContain("Showing 1 to 1");
});

test("a choice of columns after somebody else's shows theirs, and is taken when it is sent again", async ({
  owner,
}) => {
  await lookOver(owner, "Address,City\n7 Elm Way,Seattle\n");
  const page = await owner.open(`${owner.page.url.pathname.replace(/\/$/, "")}/columns`);
  const { path, fields } = fillForm(page, "Review import", { leavesOut: "on" });
  await owner.submit({ encoding: "macintosh" }, { button: "Review import" });
  const refused = await owner.send(path, fields);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Someone else changed this.")]);
  expect(versionsOn(refused)[0]).toMatch(/^Encoding \| .*Mac.* \| /);
  const taken = await owner.submit({}, { form: "main form", button: "Review import" });
  expect([taken.status, taken.url.pathname]).toEqual([200, path.replace("/columns", "")]);
});

test("columns that are not known are chosen, and whoever creates no properties imports none", async ({
  agency,
  owner,
}) => {
  const page = await lookOver(owner, "Wo,Was\n5 Elm Way,quiet\n");
  expect(page.url.pathname).toMatch(/\/columns$/);
  expect(page.text).toContain("Choose a column for the address.");
  expect((await owner.open("/packages/")).text).toContain("Import CSV");
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open("/packages/imports/new")).status).toBe(403);
  expect((await instructor.open("/packages/")).text).not.toContain("Import CSV");
});
