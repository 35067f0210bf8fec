import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addTaskTemplate } from "#tests/support/task-forms.ts";
import { linkOf, messagesOn, rowsOn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const path = "/tasks/templates";

test("a template is written, changed, and brings its task along with the stage", async ({ agency, owner }) => {
  expect((await owner.open(path)).text).toContain("No task templates yet.");
  const id = await addTaskTemplate(owner, { stage: "offer_suggeted", title: "Write the offer", dueInDays: "2" });
  expect(rowsOn(owner.page, "Offer suggested")[0]).toContain("Due 2 days later");
  await owner.open(`${path}/${id}/edit`);
  const late = fillForm(owner.page, "Save changes", { title: "Too late" });
  const changed = await owner.submit({ title: "Draft the offer", dueInDays: "0" }, { button: "Save changes" });
  expect(rowsOn(changed, "Offer suggested")[0]).toContain("Draft the offer Due the same day");
  expect(versionsOn(await owner.send(late.path, late.fields))).toEqual([
    "Title | Draft the offer | Too late",
    "Due after (days) | Theirs (kept): 0 | ",
  ]);
  const { id: clientId } = await agency.addClient();
  const opportunityId = await openOpportunity(owner, { clientId });
  await owner.open(`/opportunities/${opportunityId}/stage?to=offer_suggeted`);
  const moved = await owner.submit({}, { button: "Update stage" });
  expect(rowsOn(moved, "Tasks")[0]).toContain("Draft the offer");
  await owner.open(moved.url.href);
  expect(rowsOn(await owner.submit({}, { button: "Undo" }), "Tasks")).toEqual([]);
});

test("what is missing or odd is said beside its field", async ({ owner }) => {
  await owner.open(`${path}/new`);
  const refused = await owner.submit({ stage: "", title: "", dueInDays: "1.5" }, { button: "Add template" });
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    ["Choose a stage.", "Title must be at least 1 character.", "Due must be a whole number of days from 0 to 365."],
  ]);
});

test("it is removed after a question, and a manager reads and does not write", async ({ agency, owner }) => {
  const id = await addTaskTemplate(owner, { stage: "closed", title: "Send flowers", dueInDays: "3" });
  const manager = (await agency.join("manager")).visitor;
  const page = await manager.open(path);
  expect([rowsOn(page, "Closed").length, linkOf(page, "Edit"), linkOf(page, "New template")]).toEqual([
    1,
    undefined,
    undefined,
  ]);
  for (const refused of [`${path}/new`, `${path}/${id}/edit`, `${path}/${id}/removal`])
    expect((await manager.open(refused)).status).toBe(403);
  await owner.open(`${path}/${id}/removal`);
  expect(owner.page.text).toContain("Send flowers");
  expect((await owner.submit({}, { button: "Remove template" })).text).toContain("No task templates yet.");
});
