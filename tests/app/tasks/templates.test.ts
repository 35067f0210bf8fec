import { HttpResponse, http } from "msw";
import { describe, expect } from "vitest";
import { mediaType } from "#tests/support/answers.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addTaskTemplate } from "#tests/support/task-forms.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, rowsOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const path = "/tasks/templates";

test("a template is written, changed, and brings its task along with the stage", async ({ agency, owner }) => {
  expect((await owner.open(path)).text).toContain("No task templates yet.");
  const id = await addTaskTemplate(owner, { start: "offer_suggeted", title: "Write the offer", dueInDays: "2" });
  expect(rowsOn(owner.page, "Offer suggested")[0]).toContain("Due 2 days later");
  await owner.open(`${path}/${id}/edit`);
  const late = fillForm(owner.page, "Save changes", { title: "Too late" });
  const changed = await owner.submit({ title: "Draft the offer", dueInDays: "0" }, { button: "Save changes" });
  expect(rowsOn(changed, "Offer suggested")[0]).toContain("Draft the offer Due the same day");
  expect(versionsOn(await owner.send(late.path, late.fields))).toEqual([
    "Title | Draft the offer | Too late",
    "Due in days | Theirs (kept): 0 | ",
  ]);
  const { id: clientId } = await agency.addClient();
  const opportunityId = await openOpportunity(owner, { clientId });
  await owner.open(`/opportunities/${opportunityId}/stage?to=offer_suggeted`);
  const moved = await owner.submit({ "dealPrice.amount": "640000" }, { button: "Update stage" });
  expect(rowsOn(moved, "Tasks")[0]).toContain("Draft the offer");
  await owner.open(moved.url.href);
  expect(rowsOn(await owner.submit({}, { button: "Undo" }), "Tasks")).toEqual([]);
});

test("a template by date adds its task when the date is set, and moves it with the date", async ({ agency, owner }) => {
  const typed = { start: "closing_on", title: "Walk through", dueInDays: "2", direction: "before" };
  const id = await addTaskTemplate(owner, typed);
  expect(rowsOn(owner.page, "Closing day")[0]).toContain("Due 2 days before");
  const { id: clientId } = await agency.addClient();
  const opportunityId = await openOpportunity(owner, { clientId });
  const save = async (closingOn: string) => {
    await owner.open(`/opportunities/${opportunityId}/terms`);
    return rowsOn(await owner.submit({ closingOn }, { button: "Save price and dates" }), "Tasks");
  };
  expect((await save("2031-06-20"))[0]).toMatch(/Walk through.*Jun 18, 2031/);
  expect((await save("2031-06-24"))[0]).toMatch(/Walk through.*Jun 22, 2031/);
  expect(await save("")).toEqual([]);
  await owner.open(`${path}/${id}/edit`);
  expect(typedIn(owner.page, "dueInDays")).toBe("2");
  const byStage = { start: "closed", direction: "after" };
  expect(rowsOn(await owner.submit(byStage, { button: "Save changes" }), "Closed")[0]).toContain("Due 2 days later");
  await owner.open(`${path}/${id}/edit`);
  const before = await owner.submit({ direction: "before" }, { button: "Save changes" });
  expect([before.status, messagesOn(before)]).toEqual([
    400,
    ["A task by stage can't be due before the stage. Choose Days after."],
  ]);
});

test("what is missing or odd is said beside its field", async ({ owner }) => {
  await owner.open(`${path}/new`);
  const refused = await owner.submit({ start: "", title: "", dueInDays: "1.5" }, { button: "Add template" });
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    [
      "Choose a stage or a date.",
      "Title must be at least 1 character.",
      "Due must be a whole number of days from 0 to 365.",
    ],
  ]);
});

test("it is removed after a question, and a manager reads and does not write", async ({ agency, owner }) => {
  const id = await addTaskTemplate(owner, { start: "closed", title: "Send flowers", dueInDays: "3" });
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

describe("a service that knows templates by stage alone", () => {
  const datesOn = ({ document }: Visit) =>
    document.querySelectorAll("select[name=start] option").filter(({ text }) => text.startsWith("Date: "));
  const lacking = "Tasks by date aren't offered here.";

  test("is offered no dates, and one line says so", async ({ app, owner }) => {
    const id = await addTaskTemplate(owner, { start: "closed", title: "Send flowers", dueInDays: "3" });
    for (const form of [`${path}/new`, `${path}/${id}/edit`]) {
      const page = await owner.open(form);
      expect([form, datesOn(page).length, page.text.includes(lacking)]).toEqual([form, 4, false]);
    }
    app.use(http.all(/\/api\/task_templates/, async ({ request }) => withoutDates(await app.forward(request))));
    for (const form of [`${path}/new`, `${path}/${id}/edit`]) {
      const page = await owner.open(form);
      expect([form, datesOn(page).length, page.text.includes(lacking)]).toEqual([form, 0, true]);
      expect(page.document.querySelectorAll("input[type=radio]")).toEqual([]);
    }
    const renamed = await owner.submit({ title: "Send a card", dueInDays: "4" }, { button: "Save changes" });
    expect(rowsOn(renamed, "Closed")[0]).toContain("Send a card Due 4 days later");
    await owner.open(`${path}/new`);
    const added = await owner.submit({ start: "closed", title: "Call", dueInDays: "1" }, { button: "Add template" });
    expect(rowsOn(added, "Closed")).toHaveLength(2);
  });

  test("refuses a date that nobody could know of beside its field", async ({ app, owner }) => {
    await owner.open(`${path}/new`);
    app.use(http.post("*/api/task_templates", () => HttpResponse.json({ errors: [unknown] }, { status: 422 })));
    const typed = { start: "closing_on", title: "Walk through", dueInDays: "2", direction: "before" };
    const refused = await owner.submit(typed, { button: "Add template" });
    expect([refused.status, messagesOn(refused).length]).toEqual([400, 1]);
    expect(refused.document.querySelector("select[name=start]")?.getAttribute("aria-invalid")).toBe("true");
    expect(typedIn(refused, "title")).toBe("Walk through");
  });
});

const unknown = {
  status: "422",
  code: "no_such_input",
  detail: "No such input.",
  source: { pointer: "/data/attributes/due_from" },
};

async function withoutDates(answer: Response): Promise<Response> {
  const text = JSON.stringify(await answer.json(), (name, value) => (name === "due_from" ? undefined : value));
  return new Response(text, { status: answer.status, headers: { "content-type": mediaType } });
}
