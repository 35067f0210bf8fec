import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addTask } from "#tests/support/task-forms.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { boxesOn, press } from "../batches/selection-reading.ts";
import { linkOf, messagesOn, namesOn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

/** The headings that sort, with the direction of the present one. */
const headingsOn = ({ document }: Visit) =>
  document
    .querySelectorAll("thead th")
    .filter((head) => head.querySelector("a") !== null)
    .map((head) => [head.text.trim(), head.getAttribute("aria-sort")]);

describe("the order", () => {
  const titles = ["pear", "Apple", "quince", "Banana"];
  const days = ["2031-03-02", null, "2031-03-01", "2031-03-03"];

  test("is by title or by due date, from either end, with tasks without a date last", async ({ agency, owner }) => {
    for (const [index, title] of titles.entries())
      await agency.call("POST", "/tasks", { title, dueOn: days[index] ?? null });
    const list = await owner.open("/tasks");
    expect(namesOn(list)).toEqual(["quince", "pear", "Banana", "Apple"]);
    expect(headingsOn(list)).toEqual([
      ["Task", undefined],
      ["Due", "ascending"],
    ]);
    const down = await owner.follow("Due");
    expect([down.url.search, namesOn(down)]).toEqual(["?sort=-due", ["Banana", "pear", "quince", "Apple"]]);
    expect(headingsOn(down)[1]).toEqual(["Due", "descending"]);
    expect(down.document.querySelectorAll("tbody h2")).toEqual([]);
    const named = await owner.follow("Task");
    expect([named.url.search, namesOn(named)]).toEqual(["?sort=title", ["Apple", "Banana", "pear", "quince"]]);
    expect(namesOn(await owner.follow("Task"))).toEqual(["quince", "pear", "Banana", "Apple"]);
    const up = await owner.follow("Due");
    expect([up.url.search, namesOn(up)]).toEqual(["", ["quince", "pear", "Banana", "Apple"]]);
    expect(namesOn(await owner.open("/tasks?sort=new"))).toEqual(["Banana", "quince", "Apple", "pear"]);
  });

  test("goes on over pages", async ({ agency, owner }) => {
    for (let number = 101; number <= 131; number += 1)
      await agency.call("POST", "/tasks", {
        title: `task ${number}`,
        dueOn: number > 110 ? null : `2031-03-${number - 100}`.replace(/-(\d)$/, "-0$1"),
      });
    await owner.open("/tasks?sort=-title");
    expect(namesOn(await owner.follow("Next"))).toEqual(["task 101"]);
    const first = await owner.open("/tasks?sort=-due");
    expect(namesOn(first)[0]).toBe("task 110");
    expect(namesOn(await owner.follow("Next"))).toHaveLength(1);
  });

  test("of what is done is by when it was done, and the heading says so", async ({ owner }) => {
    for (const title of ["First", "Second"]) {
      const id = await addTask(owner, { title });
      await owner.open(`/tasks/${id}/completion`);
      await owner.submit({}, { button: "Mark as done" });
    }
    const done = await owner.open("/tasks?group=done");
    expect([namesOn(done), headingsOn(done)[1]]).toEqual([
      ["Second", "First"],
      ["Done", "descending"],
    ]);
    const heading = owner.page.document.querySelectorAll("thead a").find(({ text }) => text === "Done");
    const turned = await owner.open(heading?.getAttribute("href") ?? "");
    expect([turned.url.search, namesOn(turned)]).toEqual(["?group=done&sort=done", ["First", "Second"]]);
    expect((await owner.open("/tasks?sort=done")).status).toBe(200);
  });
});

test("tasks are searched by their titles, one's own as all others, and typing errors are forgiven", async ({
  agency,
  owner,
}) => {
  for (const title of ["Send the deposit", "Order a survey"])
    await agency.call("POST", "/tasks", { title, assigneeAccountId: agency.owner.accountId });
  const found = async (query: string) => {
    const page = await owner.open(`/tasks?${query}`);
    return ["Send the deposit", "Order a survey"].filter((title) =>
      page.document.querySelector("table")?.text.includes(title),
    );
  };
  expect(await found("q=DEPO")).toEqual(["Send the deposit"]);
  expect(await found("q=survey&whose=all")).toEqual(["Order a survey"]);
  expect(await found("q=nothing+of+this")).toEqual([]);
  expect(owner.page.text).toContain("No results.");
  expect(await found("q=depsoit")).toEqual(["Send the deposit"]);
  expect(owner.page.text).toContain("No exact matches. Showing similar results.");
  await owner.open("/tasks");
  expect((await owner.submit({ q: "survey" }, { button: "Apply" })).text).toContain("Order a survey");
});

describe("the due date", () => {
  test("is changed from its cell, and the list is shown again as it was", async ({ owner }) => {
    const id = await addTask(owner, { title: "Call the lender", dueOn: "2031-03-04" });
    const list = await owner.open("/tasks?whose=all&sort=title");
    const cell = list.document.querySelector(`a[href^="/tasks/${id}/due"]`);
    expect(cell?.text).toBe("Mar 4, 2031: change due date");
    const page = await owner.open(cell?.getAttribute("href") ?? "");
    expect([page.url.pathname, page.url.search]).toEqual([`/tasks/${id}/due`, "?list=true&whose=all&sort=title"]);
    expect([linkOf(page, "Cancel"), namesOn(page)]).toEqual(["/tasks?whose=all&sort=title", []]);
    const refused = await owner.submit({ dueOn: "1950-01-01" }, { button: "Save due date" });
    expect([refused.status, messagesOn(refused)]).toEqual([400, ["Due must be a date between 2000 and 2999."]]);
    const back = await owner.submit({ dueOn: "2031-05-06" }, { button: "Save due date" });
    expect(back.url.pathname + back.url.search).toBe("/tasks?whose=all&sort=title");
    expect(back.text).toContain("Due: May 6, 2031.");
    await owner.open(`/tasks/${id}/due`);
    const without = await owner.submit({ dueOn: "" }, { button: "Save due date" });
    expect([without.url.pathname, without.text]).toEqual([
      `/tasks/${id}`,
      expect.stringContaining("Due date removed."),
    ]);
  });

  test("of two changes the second is shown the first; a repeating task keeps a date", async ({ owner }) => {
    const id = await addTask(owner, { title: "Call", dueOn: "2031-03-04" });
    const late = fillForm(await owner.open(`/tasks/${id}/due`), "Save due date", { dueOn: "2031-03-06" });
    await owner.submit({ dueOn: "2031-03-05" }, { button: "Save due date" });
    const stale = await owner.send(late.path, late.fields);
    expect([stale.status, versionsOn(stale)]).toEqual([409, ["Due | Mar 5, 2031 | Mar 6, 2031"]]);
    await owner.open(`/tasks/${id}/edit`);
    await owner.submit({ repeat: "weekly" }, { button: "Save changes" });
    const page = await owner.open(`/tasks/${id}/due`);
    expect(page.text).toContain("The task repeats from this day on.");
    const refused = await owner.submit({ dueOn: "" }, { button: "Save due date" });
    expect([refused.status, messagesOn(refused)]).toEqual([
      400,
      ["Enter the first due date: the task repeats from then on."],
    ]);
  });

  test("is no link for whoever may not change it", async ({ agency, owner }) => {
    const { visitor, accountId } = await agency.join("instructor");
    await agency.call("POST", "/tasks", { title: "Look around", assigneeAccountId: accountId, dueOn: "2031-03-04" });
    const list = await visitor.open("/tasks");
    expect([namesOn(list), list.document.querySelectorAll(".change")]).toEqual([["Look around"], []]);
    const id = (list.document.querySelector(".row-link")?.getAttribute("href") ?? "").split("/").at(-1);
    expect((await visitor.open(`/tasks/${id}/due`)).status).toBe(403);
    expect((await owner.open("/tasks/nonsense/due?list=true")).status).toBe(404);
  });
});

test("several are marked as done from the list, which undoes it as one", async ({ agency, owner }) => {
  for (const title of ["Call", "Write", "Wait"]) await agency.call("POST", "/tasks", { title });
  await owner.open("/tasks?sort=title&select=true");
  const page = await press(owner, "Mark as done", ["Select Call", "Select Write"]);
  expect(page.text).toContain("Change 2 tasks");
  const done = await owner.submit({ action: "complete" }, { button: "Apply" });
  expect([done.url.pathname + done.url.search, namesOn(done)]).toEqual(["/tasks?sort=title", ["Wait"]]);
  expect(done.text).toContain("2 tasks marked as done.");
  const later = await owner.open("/tasks");
  expect(later.text).toContain("2 tasks marked as done less than a minute ago.");
  await owner.follow("Undo");
  const undone = await owner.submit({}, { button: "Undo" });
  expect(undone.text).toContain("Undone for 2 tasks.");
  const list = await owner.open("/tasks?sort=title");
  expect(namesOn(list)).toEqual(["Call", "Wait", "Write"]);
  expect(boxesOn(await owner.open("/tasks?sort=title&select=true"))).toHaveLength(3);
});
