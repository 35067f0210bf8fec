import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { addFinding, addReport } from "#tests/support/inspecting.ts";
import { alderLane } from "#tests/support/records.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { rowsOn } from "../page-reading.ts";
import { boxesOn, hrefOf, press, tickedOn } from "./selection-reading.ts";

const test = newAgencyTest()
  .extend("packageId", async ({ agency }) => (await agency.addPackage(alderLane)).id)
  .extend("tab", ({ packageId }) => `/packages/${packageId}/inspections`);

// Several findings of a property at once, without scripts.

const report = {
  name: "Report.txt",
  content: `The roof leaks at the chimney and must be repaired. Estimated cost: $450 to $700.

One light switch in the hall does not work ($120).

The furnace is rusted and must be replaced.`,
};
const deck = { title: "The deck is rotten", system: "Exterior", severity: "major" };
const apply = { button: "Apply" };
const fromToast = { button: "Undo", form: "dialog form[method=post]" };
const choices = ({ document }: Visit) =>
  document.querySelectorAll("main select option[selected]").map(({ text }) => text);
const countsOn = (page: Visit) => [rowsOn(page, "Suggested findings").length, rowsOn(page, "Findings").length];

/** Where the rows whose titles match are changed. */
function addressOf(page: Visit, packageId: string, title: RegExp): string {
  const boxes = page.document.querySelectorAll("input[type=checkbox][form=several]");
  const chosen = boxes.filter((box) => title.test(box.getAttribute("aria-label") ?? ""));
  const seen = page.document.querySelector("#several [name=seen]")?.getAttribute("value") ?? "";
  const ids = chosen.map((box) => ["id", box.getAttribute("value") ?? ""]);
  return `/batches/new?${new URLSearchParams([["of", "findings"], ["package", packageId], ["seen", seen], ...ids])}`;
}

test("suggestions are accepted together with one decision, which says whose it was, and undone as one", async ({
  app,
  agency,
  owner,
  packageId,
  tab,
}) => {
  const { accountId } = agency.owner;
  await app.database.orm.execute(
    sql`update upstream.accounts set first_name = 'Ruth', last_name = 'Okoro' where id = ${accountId}`,
  );
  await addReport(owner, packageId, report);
  const list = await owner.open(tab);
  expect(boxesOn(list).length).toBe(3);
  expect(boxesOn(await owner.open(hrefOf(list, "Select"))).length).toBe(3);
  const page = await owner.open(hrefOf(list, "All 3 suggestions"));
  expect([page.text.includes("Change 3 findings"), page.text.includes("The furnace is rusted")]).toEqual([true, true]);
  const done = await owner.submit({ action: "decide", decision: "credit" }, apply);
  expect([done.url.pathname, countsOn(done)]).toEqual([tab, [0, 3]]);
  expect(done.text).toContain("3 findings decided: Credit from seller.");
  expect(rowsOn(done, "Findings").every((row) => row.includes("decided by Ruth Okoro"))).toBe(true);
  expect(choices(done)).toEqual(["Credit from seller", "Credit from seller", "Credit from seller"]);
  const undone = await owner.submit({}, fromToast);
  expect([undone.url.pathname, undone.text]).toEqual([tab, expect.stringContaining("Undone for 3 findings.")]);
  expect([countsOn(undone), undone.text.includes("by Ruth Okoro")]).toEqual([[3, 0], false]);
});

test("suggestions are dismissed together, and come back as they were", async ({ owner, packageId, tab }) => {
  await addReport(owner, packageId, report);
  await addFinding(owner, packageId, deck);
  const list = await owner.open(`${tab}?select=true`);
  expect(boxesOn(list).at(-1)).toBe("Select The deck is rotten");
  await owner.open(addressOf(list, packageId, /roof|furnace/));
  const done = await owner.submit({ action: "dismiss" }, apply);
  expect([done.text.includes("2 findings dismissed."), countsOn(done)]).toEqual([true, [1, 1]]);
  expect(done.text).toContain("Suggested findings (1)");
  const later = await owner.open(tab);
  expect(later.text).toContain("2 findings dismissed less than a minute ago.");
  expect((await owner.open("/packages/")).text).not.toContain("2 findings dismissed");
  await owner.open(hrefOf(later, "Undo"));
  const undone = await owner.submit({}, { button: "Undo" });
  expect([undone.url.pathname, countsOn(undone)]).toEqual([tab, [3, 1]]);
});

test("what others decided meanwhile is left and named, and nothing is applied twice", async ({
  agency,
  owner,
  packageId,
  tab,
}) => {
  await addReport(owner, packageId, report);
  const deckId = await addFinding(owner, packageId, deck);
  const list = await owner.open(`${tab}?select=true`);
  const address = addressOf(list, packageId, /./);
  const { visitor: colleague } = await agency.join("admin");
  await colleague.open(`${tab}/findings/${deckId}/edit`);
  await colleague.submit({ decision: "repair" }, { button: "Save changes" });
  await owner.open(address);
  const done = await owner.submit({ action: "decide", decision: "accept" }, apply);
  expect(done.text).toContain("3 findings decided: Accept as is.");
  expect(rowsOn(done, "Left as they were")).toEqual(["The deck is rotten Someone changed it since."]);
  await owner.open(address);
  expect((await owner.submit({ action: "dismiss" }, apply)).text).toContain("4 findings couldn’t be changed.");
  expect(rowsOn(owner.page, "Left as they were")[0]).toContain("It was accepted already");
  expect(hrefOf(owner.page, "Back to findings")).toBe(tab);
  expect(choices(await owner.open(tab)).sort()).toEqual(
    [..."123"].map(() => "Accept as is").concat("Repair by seller"),
  );
});

test("what others decided is left, too, where it was chosen on another page before", async ({
  app,
  agency,
  owner,
  packageId,
  tab,
}) => {
  await addFinding(owner, packageId, deck);
  const dent = { packageId, system: "Interior", severity: "monitor" };
  for (let number = 10; number <= 60; number += 1)
    await agency.call("POST", "/findings", { ...dent, title: `Dent ${number}` });
  await owner.open(`${tab}?select=true`);
  const { orm } = app.database;
  await orm.execute(sql`update upstream.findings set updated_at = now() where title = 'The deck is rotten'`);
  await orm.execute(sql`update upstream.findings set updated_at = now() where title like 'Dent %'`);
  const second = await press(owner, "Next", ["Select The deck is rotten", "Select Dent 10"]);
  expect(tickedOn(second)).toMatchObject({ here: [], elsewhere: [expect.any(String), expect.any(String)] });
  const back = await press(owner, "Previous", [boxesOn(second)[0] ?? ""]);
  expect(tickedOn(back)).toMatchObject({ here: [expect.any(String), expect.any(String)] });
  // Dent 10 and the deck have been seen again on this page. Now the deck is changed, and later what the next page will show.
  await orm.execute(sql`update upstream.findings set updated_at = now() where title = 'The deck is rotten'`);
  await orm.execute(
    sql`update upstream.findings set updated_at = now() where title like 'Dent %' and title <> 'Dent 10'`,
  );
  await press(owner, "Next");
  await press(owner, "Decide");
  const done = await owner.submit({ action: "decide", decision: "accept" }, apply);
  expect(done.text).toContain("2 findings decided: Accept as is.");
  expect(rowsOn(done, "Left as they were")).toEqual(["The deck is rotten Someone changed it since."]);
});

test("who may only look chooses nothing, and findings of other properties are not taken", async ({
  agency,
  owner,
  packageId,
  tab,
}) => {
  const [id] = [await addFinding(owner, packageId, deck), await addFinding(owner, packageId, deck)];
  const { visitor: instructor } = await agency.join("instructor");
  expect(boxesOn(await instructor.open(`${tab}?select=true`))).toEqual([]);
  const other = await agency.addPackage({ ...alderLane, street: "9 Elm Street" });
  const page = await owner.open(`/batches/new?of=findings&package=${other.id}&id=${id}`);
  expect(page.text).toContain("Nothing to change");
  expect((await owner.open(`/batches/new?of=findings&id=${id}`)).status).toBe(404);
});
