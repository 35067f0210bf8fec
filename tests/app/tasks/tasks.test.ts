import { describe, expect } from "vitest";
import { z } from "zod";
import { dayIn } from "#app/ui/date-format.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { alderLane } from "#tests/support/records.ts";
import { addTask } from "#tests/support/task-forms.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { footOf, linkOf, messagesOn, rowsOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const add = { button: "Add task" };

/** So many days from today in New York, where the workspaces are. */
function dayFromToday(days: number): string {
  const today = Date.parse(dayIn("America/New_York"));
  return new Date(today + days * 86_400_000).toISOString().slice(0, 10);
}

/** The titles under each heading. */
const groupsOn = ({ document }: Visit) =>
  Object.fromEntries(
    document
      .querySelectorAll("main tbody")
      .map((group) => [group.querySelector("h2")?.text, group.querySelectorAll(".row-link").map(({ text }) => text)]),
  );
/** What stands in each cell of a task's row. */
const cellsOf = ({ document }: Visit, title: string) =>
  document
    .querySelectorAll("main tbody tr")
    .find((row) => row.querySelector(".row-link")?.text === title)
    ?.querySelectorAll("td")
    .map(({ text }) => text.trim());
const dueInBar = ({ document }: Visit) =>
  document.querySelector('header nav a[href="/tasks"] .count')?.text.replace(/\s+/g, " ") ?? "";
const buttonOf = (verb: string, title: string) => ({ form: `form:has([aria-label="${verb}: ${title}"])` });

async function colleagueIds(visitor: Visitor): Promise<readonly string[]> {
  const answer = await visitor.request("/picker?of=colleagues");
  return z
    .object({ options: z.array(z.object({ id: z.string() })) })
    .parse(await answer.json())
    .options.map(({ id }) => id);
}

describe("the list", () => {
  test("tasks are added in one line and stand in their groups; the bar counts those that are due", async ({
    owner,
  }) => {
    await owner.open("/tasks/");
    expect(owner.page.text).toContain("You're all caught up.");
    for (const [title, days] of [
      ["overdue", -1],
      ["today", 0],
      ["tomorrow", 1],
      ["in a week", 7],
      ["in eight days", 8],
    ] as const)
      await owner.submit({ title, dueOn: dayFromToday(days) }, add);
    const page = await owner.submit({ title: "some day" }, add);
    expect(page.text).toContain("Task added: some day.");
    const made = page.document.querySelector("dialog a")?.getAttribute("href") ?? "";
    expect((await owner.open(made)).text).toContain("some day");
    expect(groupsOn(page)).toEqual({
      Overdue: ["overdue"],
      Today: ["today"],
      "Next 7 days": ["tomorrow", "in a week"],
      Later: ["in eight days", "some day"],
    });
    expect(dueInBar(page)).toBe("2 due");
    expect(cellsOf(page, "tomorrow")).toEqual(["Done", "tomorrow", "Tomorrow: change due date", "—"]);
    expect(cellsOf(await owner.open("/tasks/?whose=all"), "tomorrow")).toEqual([
      ...["Done", "tomorrow", "Tomorrow: change due date", "—", "Ada Marsh"],
    ]);
  });

  test("a title has to say something, and what was typed stays", async ({ owner }) => {
    await owner.open("/tasks/");
    const refused = await owner.submit({ title: " ", dueOn: "2031-02-30" }, add);
    expect([refused.status, messagesOn(refused)]).toEqual([
      400,
      ["Title must be at least 1 character.", "Due must be a date."],
    ]);
    expect(typedIn(refused, "dueOn")).toBe("2031-02-30");
    const odd = await owner.submit({ title: "Call", dueOn: "1950-01-01" }, add);
    expect(messagesOn(odd)).toEqual(["Due must be a date between 2000 and 2999."]);
  });

  test("a button says that one is done, and another that it is not after all; both come back to where one was", async ({
    owner,
  }) => {
    await addTask(owner, { title: "Call the lender" });
    await owner.open("/tasks/?whose=all");
    const done = await owner.submit({}, buttonOf("Done", "Call the lender"));
    expect([done.url.search, groupsOn(done)]).toEqual(["?whose=all", { Done: ["Call the lender"] }]);
    expect(done.text).toContain("Done: Call the lender");
    expect(linkOf(done, "View all completed")).toBe("/tasks?whose=all&group=done");
    const again = await owner.submit({}, buttonOf("Not done", "Call the lender"));
    expect([again.url.search, groupsOn(again)]).toEqual(["?whose=all", { Later: ["Call the lender"] }]);
  });

  test("goes on at the next one, and what was done is taken back where it was", async ({ owner }) => {
    const [first = "", second = ""] = [
      await addTask(owner, { title: "Call the lender", dueOn: "2031-05-01" }),
      await addTask(owner, { title: "Order the report", dueOn: "2031-05-02" }),
    ];
    await owner.open("/tasks/?whose=all");
    const placeOn = ({ url, document }: Visit) => document.querySelector(url.hash)?.getAttribute("aria-label");
    const next = await owner.submit({}, buttonOf("Done", "Call the lender"));
    expect([next.url.search, next.url.hash, placeOn(next)]).toEqual([
      "?whose=all",
      `#at-${second}`,
      "Done: Order the report",
    ]);
    const back = await owner.submit({}, { button: "Undo" });
    expect([back.url.search, back.url.hash, placeOn(back)]).toEqual([
      "?whose=all",
      `#at-${first}`,
      "Done: Call the lender",
    ]);
    expect(groupsOn(back)).toEqual({ Later: ["Call the lender", "Order the report"] });
  });

  test("it goes back to no other site", async ({ owner }) => {
    const id = await addTask(owner, { title: "Call" });
    await owner.open("/tasks/");
    const { path, fields } = fillForm(owner.page, "Done", { back: "//evil.example/" });
    expect((await owner.send(path, fields)).url.pathname).toBe(`/tasks/${id}`);
  });

  test("one that repeats is followed by its next", async ({ owner }) => {
    await owner.open("/tasks/new");
    const first = dayFromToday(-7);
    await owner.submit({ title: "Water the lawn", dueOn: first, repeat: "weekly" }, add);
    const page = await owner.submit({}, buttonOf("Done", "Water the lawn"));
    expect(groupsOn(page)).toEqual({ Today: ["Water the lawn"], Done: ["Water the lawn"] });
    expect(cellsOf(page, "Water the lawn")).toEqual([
      "Done",
      "Water the lawnEvery week",
      "Today: change due date",
      "—",
    ]);
  });

  test("whose and which group filter, and thirty stand on a page", async ({ agency, owner }) => {
    const colleague = await agency.join("manager");
    await addTask(colleague.visitor, { title: "theirs" });
    await owner.open("/tasks/new");
    await owner.submit({ title: "nobody's", assigneeText: "" }, add);
    for (let number = 1; number <= 31; number += 1)
      await agency.call("POST", "/tasks", { title: `task ${number}`, dueOn: dayFromToday(number) });
    const titles = async (query: string) => Object.values(groupsOn(await owner.open(`/tasks/${query}`))).flat();
    const first = await owner.open("/tasks/");
    expect([Object.values(groupsOn(first)).flat().length, footOf(first)]).toEqual([
      30,
      "Showing 1 to 30 of 31 results",
    ]);
    expect(groupsOn(await owner.open(linkOf(first, "Next") ?? ""))).toEqual({ Later: ["task 31"] });
    expect(await titles("?group=next_7_days")).toHaveLength(7);
    expect(await titles("?whose=none")).toEqual(["nobody's"]);
    expect(await titles("?whose=all&group=later")).toHaveLength(26);
    expect(await titles("?group=soon")).toHaveLength(30);
    const shown = await Promise.all((await colleagueIds(owner)).map((id) => titles(`?whose=${id}`)));
    expect(shown).toContainEqual(["theirs"]);
    const both = await owner.open("/tasks/?whose=all&colleagueName=ada+marsh");
    expect(both.text).toContain("Which one do you mean by “ada marsh”?");
    const followed = await owner.follow("Ada Marsh");
    expect(shown).toContainEqual(Object.values(groupsOn(followed)).flat());
    expect((await owner.open("/tasks/?group=overdue")).text).toContain("No results.");
  });
});

describe("a task", () => {
  test("is about a record, stands on its page, and is added from there", async ({ agency, owner }) => {
    const { id: clientId } = await agency.addClient({ name: "Maya Okafor" });
    const opportunityId = await openOpportunity(owner, { clientId });
    const deal = await owner.open(`/opportunities/${opportunityId}`);
    const packageId = /href="\/packages\/([0-9a-f-]{36})"/.exec(deal.html)?.[1] ?? "";
    const documentless = deal.document.querySelector('a[aria-label="Add a task"]')?.getAttribute("href") ?? "";
    expect(documentless).toBe(`/tasks/new?about=opportunity.${opportunityId}`);
    await owner.open(documentless);
    expect(owner.page.document.querySelector("select[name=about]")?.text).toContain("Maya Okafor, ");
    const added = await owner.submit({ title: "Send the papers", isVisibleToClient: "on" }, add);
    expect([added.url.pathname, rowsOn(added, "Tasks").length]).toEqual([`/opportunities/${opportunityId}`, 1]);
    for (const path of [`/clients/${clientId}`, `/packages/${packageId}`])
      expect(rowsOn(await owner.open(path), "Tasks")[0]).toContain("Send the papers");
    const done = await owner.submit({}, buttonOf("Done", "Send the papers"));
    expect(done.url.pathname).toBe(`/packages/${packageId}`);
    expect(rowsOn(done, "Tasks")[0]).toContain("by Ada Marsh");
  });

  test("is about whom or what is typed, once it is clear which one that is", async ({ agency, owner }) => {
    await agency.addClient({ name: "Maya Okafor" });
    const { id } = await agency.addClient({ name: "Maya Okafor", email: "second.maya@client.example" });
    await agency.addPackage(alderLane);
    await owner.open("/tasks/new");
    const lost = await owner.submit({ title: "Call", aboutText: "Nobody" }, add);
    expect([lost.status, messagesOn(lost)]).toEqual([409, ["There is no client, property or document of this name."]]);
    const unclear = await owner.submit({ aboutText: "maya okafor" }, add);
    expect([unclear.status, messagesOn(unclear)]).toEqual([409, ["Choose which one you mean."]]);
    expect(unclear.document.querySelectorAll("input[name=aboutChosen]")).toHaveLength(2);
    await owner.submit({ aboutChosen: `client.${id}`, isVisibleToClient: "on" }, add);
    expect(rowsOn(await owner.open(`/clients/${id}`), "Tasks")[0]).toContain("Call");
    const task = await addTask(owner, { title: "Measure" });
    await owner.open(`/tasks/${task}/edit`);
    const changed = await owner.submit({ aboutText: "12 alder lane" }, { button: "Save changes" });
    expect(linkOf(changed, "12 Alder Lane")).toMatch(/^\/packages\//);
  });

  test("tells of itself, is changed and removed", async ({ agency, owner }) => {
    const { id: clientId } = await agency.addClient({ name: "Maya Okafor" });
    const id = await addTask(owner, { title: "Call", dueOn: dayFromToday(0) }, `client.${clientId}`);
    const page = await owner.open(`/tasks/${id}`);
    expect([linkOf(page, "Maya Okafor"), page.text]).toEqual([
      `/clients/${clientId}`,
      expect.stringContaining("Today"),
    ]);
    await owner.open(linkOf(page, "Edit") ?? "");
    const changed = await owner.submit({ title: "Call back", dueOn: "", about: "" }, { button: "Save changes" });
    expect(changed.text).toContain("Some day");
    expect(linkOf(changed, "Maya Okafor")).toBeUndefined();
    await owner.open(linkOf(changed, "Remove") ?? "");
    const removed = await owner.submit({}, { button: "Remove task" });
    expect([removed.url.pathname, removed.text]).toEqual(["/tasks", expect.stringContaining("Task removed.")]);
    const past = await owner.open(`/tasks/${id}`);
    expect([past.url.pathname, past.text]).toEqual(["/tasks", expect.stringContaining("Call back is in the trash.")]);
  });

  test("of two changes the second is shown the first, and keeps what was typed", async ({ owner }) => {
    const id = await addTask(owner, { title: "Call" });
    const late = fillForm(await owner.open(`/tasks/${id}/edit`), "Save changes", { title: "Write" });
    await owner.submit({ title: "Ring" }, { button: "Save changes" });
    const stale = await owner.send(late.path, late.fields);
    expect([stale.status, versionsOn(stale)]).toEqual([409, ["Title | Ring | Write"]]);
  });

  test("changed in other fields meanwhile, both changes stay", async ({ owner }) => {
    const id = await addTask(owner, { title: "Call", dueOn: "2031-03-04" });
    const late = fillForm(await owner.open(`/tasks/${id}/edit`), "Save changes", { title: "Write" });
    await owner.submit({ repeat: "weekly", assigneeText: "" }, { button: "Save changes" });
    const stale = await owner.send(late.path, late.fields);
    expect([stale.status, versionsOn(stale)]).toEqual([
      409,
      ["Repeat | Theirs (kept): Every week | ", "Assignee | Theirs (kept): Unassigned | "],
    ]);
    const saved = await owner.submit({}, { button: "Save changes" });
    expect(saved.text).toContain("Task updated.");
    for (const said of ["Write", "Every week", "Unassigned"]) expect(saved.text).toContain(said);
  });

  test("an assignee is typed by name: one whom nobody is called by is refused, one of several is asked about", async ({
    agency,
    owner,
  }) => {
    await owner.open("/tasks/new");
    expect([typedIn(owner.page, "assigneeText"), typedIn(owner.page, "assigneeFor")]).toEqual([
      "Ada Marsh",
      "Ada Marsh",
    ]);
    const unknown = await owner.submit({ title: "Call", assigneeText: "Nobody Here" }, add);
    expect([unknown.status, messagesOn(unknown)]).toEqual([409, ["No colleague has this name."]]);
    await agency.join("manager");
    const unclear = await owner.submit({ assigneeText: "ada" }, add);
    expect([unclear.status, messagesOn(unclear)]).toEqual([409, ["Choose which colleague you mean."]]);
    const choices = unclear.document.querySelectorAll("input[name=assignee]").map((one) => one.getAttribute("value"));
    expect(choices.toSorted()).toEqual((await colleagueIds(owner)).toSorted());
    await owner.submit({ assignee: choices[0] ?? "" }, add);
    expect((await owner.open("/tasks/?whose=all")).text).toContain("Ada Marsh");
  });

  test("what the service refuses is said beside its field", async ({ owner }) => {
    await owner.open("/tasks/new");
    const refused = await owner.submit({ title: "Call", repeat: "daily" }, add);
    expect([refused.status, messagesOn(refused)]).toEqual([
      400,
      ["Enter the first due date: the task repeats from then on."],
    ]);
  });

  test("a member sees their own, and an instructor says that theirs is done, and nothing else", async ({
    agency,
    owner,
  }) => {
    const member = (await agency.join("member")).visitor;
    const instructor = (await agency.join("instructor")).visitor;
    expect((await instructor.open("/tasks/")).text).not.toContain("Add a task");
    for (const assignee of await colleagueIds(owner)) {
      await owner.open("/tasks/new");
      await owner.submit({ title: "Look around", assignee }, add);
    }
    expect(Object.values(groupsOn(await member.open("/tasks/?whose=all"))).flat()).toEqual(["Look around"]);
    const page = await instructor.open("/tasks/");
    expect(page.document.querySelector("main form[method=post] [name=title]")).toBeNull();
    const done = await instructor.submit({}, buttonOf("Done", "Look around"));
    expect(groupsOn(done)).toEqual({ Done: ["Look around"] });
    const link = done.document.querySelector("a.row-link")?.getAttribute("href") ?? "";
    expect(linkOf(await instructor.open(link), "Edit")).toBeUndefined();
    expect((await instructor.open(`${link}/edit`)).status).toBe(403);
    expect((await instructor.open("/tasks/new")).status).toBe(403);
  });
});

test("the page that changes a task is not sent again while it is the same, the one that adds a task is", async ({
  owner,
}) => {
  const id = await addTask(owner, { title: "Call the lender" });
  const again = async (path: string) => {
    const tag = (await owner.request(path)).headers.get("etag");
    return (await owner.request(path, { headers: { "if-none-match": tag ?? "*" } })).status;
  };
  expect(await again(`/tasks/${id}/edit`)).toBe(304);
  expect(await again("/tasks/new")).toBe(200);
});
