import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { addFinding, addReport } from "#tests/support/inspecting.ts";
import { alderLane } from "#tests/support/records.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { footOf, linkOf, messagesOn, rowsOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest()
  .extend("packageId", async ({ agency }) => (await agency.addPackage(alderLane)).id)
  .extend("tab", ({ packageId }) => `/packages/${packageId}/inspections`);

// Findings on the page of a property, without scripts.

const report = {
  name: "Report.txt",
  content: `The roof leaks at the chimney and must be repaired. Estimated cost: $450 to $700.

One light switch in the hall does not work ($120).`,
};
const seen = { title: "The deck is rotten", system: "Exterior", severity: "major" };
const totalsOn = ({ document }: Visit) =>
  document.querySelectorAll("dl.facts").flatMap((list) => {
    const names = list.querySelectorAll("dt").map(({ text }) => text);
    const values = list.querySelectorAll("dd").map(({ text }) => text);
    return names[0] === "Low" ? [names.map((name, index) => `${name}: ${values[index]}`).join(", ")] : [];
  })[0];

const save = { button: "Save decisions" };
const choices = (page: Visit) =>
  page.document
    .querySelectorAll("main select")
    .map((select) => select.querySelector("option[selected]")?.text ?? select.querySelector("option")?.text);

test("suggestions count once they are decided on, all at once, and the others stay as they are", async ({
  owner,
  packageId,
  tab,
}) => {
  await addReport(owner, packageId, report);
  expect([rowsOn(owner.page, "Suggested findings").length, totalsOn(owner.page)]).toEqual([2, undefined]);
  expect(choices(owner.page)).toEqual(["Not accepted yet", "Not accepted yet"]);
  const accepted = await owner.submit({ "findings[0].choice": "credit" }, save);
  expect([accepted.url.pathname, rowsOn(accepted, "Suggested findings").length]).toEqual([tab, 1]);
  expect(accepted.text).toContain("Credit from seller: The roof leaks at the chimney and must be repaired.");
  expect(totalsOn(accepted)).toBe("Low: $450, High: $700, Findings: 1, Undecided: 0");
  const both = await owner.submit({ "findings[0].choice": "", "findings[1].choice": "repair" }, save);
  expect(both.text).toContain("2 decisions saved.");
  expect([rowsOn(both, "Suggested findings"), choices(both)]).toEqual([[], ["Repair by seller", "Undecided"]]);
  expect(totalsOn(both)).toBe("Low: $570, High: $820, Findings: 2, Undecided: 1");
  expect((await owner.submit({}, save)).text).toContain("No decision was changed.");
});

test("what was decided is taken back by Undo, unless somebody has decided otherwise since", async ({
  agency,
  owner,
  packageId,
  tab,
}) => {
  await addReport(owner, packageId, report);
  await owner.submit({ "findings[0].choice": "credit", "findings[1].choice": "verify" }, save);
  const suggested = await owner.submit({}, { button: "Undo" });
  expect([suggested.url.pathname, suggested.text.includes("2 decisions saved.")]).toEqual([tab, true]);
  expect([rowsOn(suggested, "Suggested findings").length, rowsOn(suggested, "Findings")]).toEqual([2, []]);
  await owner.submit({ "findings[0].choice": "credit" }, save);
  const decided = await owner.submit({ "findings[1].choice": "repair" }, save);
  expect(choices(decided)).toEqual(["Not accepted yet", "Repair by seller"]);
  const undone = await owner.submit({}, { button: "Undo" });
  expect(rowsOn(undone, "Findings")[0]).toContain("decided by Ada Marsh");
  expect(choices(undone)[1]).toBe("Credit from seller");
  const late = await owner.submit({ "findings[1].choice": "accept" }, save);
  const id = late.document.querySelector("[aria-label=Findings] [name$='.id']")?.getAttribute("value") ?? "";
  await agency.call("PATCH", `/findings/${id}`, { decision: "verify" });
  const refused = await owner.submit({}, { button: "Undo" });
  expect([refused.status, refused.text.includes("Someone else chose “Verify first”.")]).toEqual([409, true]);
});

test("one decision that somebody else has made meanwhile is told at its row, and the others are saved", async ({
  agency,
  owner,
  packageId,
  tab,
}) => {
  const [deck] = [await addFinding(owner, packageId, seen), await addFinding(owner, packageId, seen)];
  const gone = await addFinding(owner, packageId, { ...seen, severity: "monitor" });
  await owner.open(tab);
  await agency.call("PATCH", `/findings/${deck}`, { decision: "repair", title: "Theirs" });
  await agency.call("DELETE", `/findings/${gone}`);
  const typed = { "findings[0].choice": "credit", "findings[1].choice": "accept", "findings[2].choice": "verify" };
  const late = await owner.submit(typed, save);
  expect([late.status, choices(late)]).toEqual([409, ["Credit from seller", "Accept as is"]]);
  expect(late.text).toContain("1 decision saved, 2 not saved: see below.");
  const told = "Someone else chose “Repair by seller”. Save again to replace it.";
  expect(rowsOn(late, "Findings").map((row) => row.includes(told))).toEqual([true, false]);
  const again = await owner.submit({}, save);
  expect([again.text.includes("Credit from seller: Theirs."), choices(again)]).toEqual([
    true,
    ["Credit from seller", "Accept as is"],
  ]);
});

test("a suggestion is dismissed, or edited and thereby accepted", async ({ owner, packageId, tab }) => {
  await addReport(owner, packageId, report);
  await owner.follow("Dismiss");
  expect(owner.page.text).toContain("Dismiss this suggestion?The roof leaks at the chimney and must be repaired");
  const left = await owner.submit({}, { button: "Dismiss suggestion" });
  expect([left.url.pathname, rowsOn(left, "Suggested findings").length, rowsOn(left, "Findings")]).toEqual([
    tab,
    1,
    [],
  ]);
  const edit = await owner.open(linkOf(left, "Edit") ?? "");
  expect(edit.text).toContain("Saving it accepts the suggestion.");
  expect(["title", "system", "page", "lowCost", "highCost"].map((name) => typedIn(edit, name))).toEqual([
    ...["One light switch in the hall does not work ($120)", "Electrical", "1", "120", "120"],
  ]);
  const saved = await owner.submit({ title: "Dead switch", highCost: "180" }, { button: "Save changes" });
  expect(rowsOn(saved, "Findings")).toEqual([expect.stringMatching(/^Dead switch .*\$120 – \$180/)]);
});

test("a finding is added manually, decided on and removed", async ({ owner, tab }) => {
  await owner.open(tab);
  await owner.follow("Add finding");
  const typed = { ...seen, lowCost: "1,200", highCost: "1900.50", decision: "verify", page: "4", quote: "It is soft." };
  const page = await owner.submit(typed, { button: "Add finding" });
  expect(rowsOn(page, "Findings")).toEqual([
    expect.stringMatching(
      /^The deck is rotten Major · Exterior · page 4 · decided by Ada Marsh, \w.* \$1,200 – \$1,900\.50 .*“It is soft\.”/,
    ),
  ]);
  const decided = await owner.submit({ "findings[0].choice": "" }, save);
  expect(totalsOn(decided)).toBe("Low: $1,200, High: $1,900.50, Findings: 1, Undecided: 1");
  await owner.follow("Remove");
  const gone = await owner.submit({}, { button: "Remove finding" });
  expect([gone.text, rowsOn(gone, "Findings")]).toEqual([
    expect.stringContaining("Finding removed: The deck is rotten."),
    [],
  ]);
});

test("errors are shown at their fields, and everything typed is kept", async ({ owner, tab }) => {
  await owner.open(`${tab}/findings/new`);
  const typed = { title: "", system: "Roof", lowCost: "700", highCost: "much", page: "0" };
  const refused = await owner.submit(typed, { button: "Add finding" });
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    [
      "Finding must be at least 1 character.",
      "Choose a severity.",
      "High cost must be an amount, e.g. 700.",
      "Page must be a whole number from 1 to 9,999.",
    ],
  ]);
  expect(typedIn(refused, "highCost")).toBe("much");
  const order = await owner.submit({ ...seen, highCost: "450", page: "" }, { button: "Add finding" });
  expect(messagesOn(order)).toEqual(["High cost can't be less than low cost."]);
  const made = await owner.submit({ highCost: "750" }, { button: "Add finding" });
  expect(made.url.pathname).toBe(tab);
  await owner.open(`${tab}/findings/new`);
  const other = await owner.submit({ ...seen, lowCost: "1", currency: "EUR" }, { button: "Add finding" });
  expect([other.status, messagesOn(other)]).toEqual([400, ["The other findings of this property are in USD."]]);
});

test("a conflict shows both versions, and sending again replaces theirs", async ({ agency, owner, packageId, tab }) => {
  const id = await addFinding(owner, packageId, seen);
  const other = (await agency.join("admin")).visitor;
  await owner.open(`${tab}/findings/${id}/edit`);
  await owner.open(`${tab}/findings/${id}/edit`);
  await other.open(`${tab}/findings/${id}/edit`);
  await other.submit({ title: "Theirs", lowCost: "10" }, { button: "Save changes" });
  const stale = await owner.submit({ title: "Ours" }, { button: "Save changes" });
  expect([stale.status, versionsOn(stale)]).toEqual([
    409,
    ["Finding | Theirs | Ours", "Low cost | Theirs (kept): 10 | "],
  ]);
  const saved = await owner.submit({}, { button: "Save changes" });
  expect(rowsOn(saved, "Findings")).toEqual([expect.stringMatching(/^Ours/)]);
});

test("a finding of another property is 404", async ({ agency, owner, packageId, tab }) => {
  const id = await addFinding(owner, packageId, seen);
  const { id: elsewhere } = await agency.addPackage({ street: "14 Alder Lane" });
  for (const page of ["edit", "removal"])
    expect((await owner.open(`/packages/${elsewhere}/inspections/findings/${id}/${page}`)).status).toBe(404);
  const theirs = await addFinding(owner, elsewhere, seen);
  await owner.open(tab);
  expect((await owner.submit({ "findings[0].id": theirs, "findings[0].choice": "credit" }, save)).status).toBe(404);
  expect(choices(await owner.open(`/packages/${elsewhere}/inspections`))).toEqual(["Undecided"]);
});

test("with view-only access everything is shown without buttons", async ({ agency, owner, packageId, tab }) => {
  await addReport(owner, packageId, report);
  await owner.submit({ "findings[0].choice": "credit" }, save);
  const { visitor } = await agency.join("instructor");
  const page = await visitor.open(tab);
  expect(page.document.querySelectorAll("main form")).toEqual([]);
  expect(rowsOn(page, "Findings")[0]).toContain("Credit from seller");
  expect([linkOf(page, "Analyze new report"), linkOf(page, "Edit")]).toEqual([undefined, undefined]);
  const edit = linkOf(await owner.open(tab), "Edit") ?? "";
  for (const path of [edit, edit.replace(/edit$/, "removal"), `${tab}/findings/new`, `${tab}/reports/new`])
    expect((await visitor.open(path)).status).toBe(403);
});

test("many findings come by pages, most severe first", async ({ agency, owner, packageId, tab }) => {
  const made = Array.from({ length: 51 }, (_, index) =>
    agency.call("POST", "/findings", {
      packageId,
      system: "Roof",
      severity: index === 50 ? "safety" : "monitor",
      title: `Number ${index}`,
    }),
  );
  await Promise.all(made);
  const page = await owner.open(tab);
  expect([footOf(page), rowsOn(page, "Findings")[0]]).toEqual([
    "Showing 1 to 50 of 51 results",
    expect.stringMatching(/^Number 50 /),
  ]);
  expect(rowsOn(await owner.follow("Next"), "Findings")).toHaveLength(1);
  expect((await owner.open(`${tab}?after=garbage&start=51`)).text).toContain("That page no longer exists.");
});
