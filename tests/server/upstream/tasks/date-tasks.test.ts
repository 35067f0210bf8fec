import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, dayFromToday, everything, move, newDeal, undo } from "../opportunities/deals.ts";

const test = newWorkspaceTest().extend("member", ({ workspace }) => workspace.join("member"));

const addTemplate = async (person: TestPerson, title: string, dueFrom: string, dueInDays: number) =>
  created(
    await person.send("POST", "/task_templates", { type: "task_template", attributes: { title, dueFrom, dueInDays } }),
  );

const change = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/opportunities/${id}`, { type: "opportunity", id, attributes });

const changeTask = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/tasks/${id}`, { type: "task", id, attributes });

const tasksOf = async (person: TestPerson, id: string) =>
  (await person.get(`/tasks?filter[opportunity_id]=${id}&sort=due_on`)).records;

/** Titles and due dates of a deal's tasks, the first due first. */
const duesOf = async (person: TestPerson, id: string) =>
  (await tasksOf(person, id)).map(({ attributes: { title, due_on } }) => `${title} ${due_on}`);

const undoLatest = async (person: TestPerson, id: string) => {
  const { undo: latest } = created(await person.get(`/opportunities/${id}`)).attributes;
  return created(await undo(person, id, Object(latest).move_id));
};

test("a date that is set adds its tasks for the deal's agent, moving it moves them, and taking it away removes them", async ({
  owner,
  member,
}) => {
  await addTemplate(owner, "Walk through", "closing_on", -2);
  await addTemplate(owner, "Call them", "closing_on", 7);
  await addTemplate(owner, "Read the report", "inspections_due_on", 0);
  const deal = await newDeal(member);
  created(await change(owner, deal.id, { closingOn: "2031-06-20" }));
  expect(await duesOf(member, deal.id)).toEqual(["Walk through 2031-06-18", "Call them 2031-06-27"]);
  const [first] = await tasksOf(member, deal.id);
  expect(first?.attributes).toMatchObject({ assignee_account_id: member.accountId, due_from: "closing_on" });
  created(await change(owner, deal.id, { closingOn: "2031-07-01", inspectionsDueOn: "2031-06-01" }));
  const moved = ["Read the report 2031-06-01", "Walk through 2031-06-29", "Call them 2031-07-08"];
  expect(await duesOf(member, deal.id)).toEqual(moved);
  created(await change(owner, deal.id, { closingOn: null }));
  expect(await duesOf(member, deal.id)).toEqual(["Read the report 2031-06-01"]);
  const events = (await owner.get(`/activities?filter[opportunity_id]=${deal.id}&filter[topic]=tasks`)).records;
  expect(events.map(({ attributes: { kind } }) => kind).toSorted()).toEqual([
    ...["task.created", "task.created", "task.created", "task.dropped", "task.dropped", "task.updated", "task.updated"],
  ]);
});

test("a task that was changed by hand or done stays as it is, and is not added again", async ({ owner }) => {
  for (const title of ["One", "Two", "Three"]) await addTemplate(owner, title, "closing_on", 1);
  const deal = await newDeal(owner);
  created(await change(owner, deal.id, { closingOn: "2031-06-20" }));
  const ids = new Map((await tasksOf(owner, deal.id)).map(({ id, attributes }) => [attributes.title, id]));
  created(await changeTask(owner, ids.get("One") ?? "", { dueOn: "2031-06-10" }));
  created(await changeTask(owner, ids.get("Two") ?? "", { title: "Two, by noon" }));
  await owner.send("POST", `/tasks/${ids.get("Three")}/completion`);
  created(await change(owner, deal.id, { closingOn: "2031-07-01" }));
  const kept = ["One 2031-06-10", "Three 2031-06-21", "Two, by noon 2031-06-21"];
  expect((await duesOf(owner, deal.id)).toSorted()).toEqual(kept);
  created(await change(owner, deal.id, { closingOn: null }));
  created(await change(owner, deal.id, { closingOn: "2031-06-20" }));
  expect((await duesOf(owner, deal.id)).toSorted()).toEqual(kept);
});

test("handing a task over keeps it following its date", async ({ owner, member }) => {
  await addTemplate(owner, "Walk through", "closing_on", -2);
  const deal = await newDeal(owner);
  created(await change(owner, deal.id, { closingOn: "2031-06-20" }));
  const [task] = await tasksOf(owner, deal.id);
  created(await changeTask(owner, task?.id ?? "", { assigneeAccountId: member.accountId }));
  created(await change(owner, deal.id, { closingOn: "2031-06-22" }));
  expect(await duesOf(member, deal.id)).toEqual(["Walk through 2031-06-20"]);
});

test("moves set the dates, and undoing one takes back what it did to tasks", async ({ owner }) => {
  await addTemplate(owner, "Ask for an answer", "offer_expires_on", -1);
  await addTemplate(owner, "Deposit", "accepted_on", 300);
  await addTemplate(owner, "Read the report", "inspections_due_on", -1);
  const deal = await newDeal(owner);
  created(await move(owner, deal.id, "open", "offer_sent"));
  expect(await duesOf(owner, deal.id)).toEqual(["Ask for an answer 2031-05-02"]);
  created(await move(owner, deal.id, "offer_sent", "offer_accepted"));
  const deposit = `Deposit ${dayFromToday(270)}`;
  expect(await duesOf(owner, deal.id)).toEqual([deposit]);
  await undoLatest(owner, deal.id);
  expect(await duesOf(owner, deal.id)).toEqual(["Ask for an answer 2031-05-02"]);
  created(await move(owner, deal.id, "offer_sent", "offer_accepted"));
  created(await change(owner, deal.id, { inspectionsDueOn: "2031-05-10" }));
  created(await move(owner, deal.id, "offer_accepted", "inspections_underway"));
  expect(await duesOf(owner, deal.id)).toEqual([deposit, "Read the report 2031-05-13"]);
  await undoLatest(owner, deal.id);
  expect(await duesOf(owner, deal.id)).toEqual([deposit, "Read the report 2031-05-09"]);
  created(await move(owner, deal.id, "offer_accepted", "lost"));
  expect(await duesOf(owner, deal.id)).toEqual([]);
  await undoLatest(owner, deal.id);
  expect(await duesOf(owner, deal.id)).toEqual([deposit, "Read the report 2031-05-09"]);
});

test("a task that moved with its date is removed with the move that added it", async ({ owner }) => {
  await addTemplate(owner, "Ask for an answer", "offer_expires_on", -1);
  const deal = await newDeal(owner);
  created(await move(owner, deal.id, "open", "offer_sent"));
  created(await change(owner, deal.id, { offerExpiresAt: "2031-06-03T17:00:00Z" }));
  expect(await duesOf(owner, deal.id)).toEqual(["Ask for an answer 2031-06-02"]);
  await undoLatest(owner, deal.id);
  expect(await duesOf(owner, deal.id)).toEqual([]);
});

test("no task is made overdue, and nothing is to be done before a day that is here already", async ({ owner }) => {
  await addTemplate(owner, "Long before", "closing_on", -300);
  await addTemplate(owner, "Thank them", "closing_on", 0);
  const deal = await newDeal(owner);
  const { due_on: today } = created(
    await owner.send("POST", "/tasks", { type: "task", attributes: { title: "Today", dueOn: dayFromToday(0) } }),
  ).attributes;
  created(await change(owner, deal.id, { closingOn: dayFromToday(40) }));
  const [soonest] = await tasksOf(owner, deal.id);
  expect(
    String(soonest?.attributes.due_on) >= dayFromToday(-1) && String(soonest?.attributes.due_on) <= String(today),
  ).toBe(true);
  const closed = await newDeal(owner);
  for (const [from, to] of [
    ["open", "offer_sent"],
    ["offer_sent", "offer_accepted"],
    ["offer_accepted", "closed"],
  ] as const)
    created(await move(owner, closed.id, from, to, { ...everything, closedOn: dayFromToday(-3) }));
  expect((await tasksOf(owner, closed.id)).map(({ attributes }) => attributes.title)).toEqual(["Thank them"]);
});

test.for([
  [{ title: "x", dueInDays: 1 }, "stage"],
  [{ title: "x", dueInDays: 1, stage: "closed", dueFrom: "closing_on" }, "due_from"],
  [{ title: "x", dueInDays: -1, stage: "closed" }, "due_in_days"],
  [{ title: "x", dueInDays: -366, dueFrom: "closing_on" }, "due_in_days"],
  [{ title: "x", dueInDays: 1, dueFrom: "someday" }, "due_from"],
] as const)("the template %j is refused for its %s", async ([attributes, field], { owner }) => {
  const { problem } = await owner.send("POST", "/task_templates", { type: "task_template", attributes });
  expect(problem).toBe(`400 invalid_attribute /data/attributes/${field}`);
});

test("a template by stage can be made one by date, and not be left without either", async ({ owner }) => {
  const { id } = await addTemplate(owner, "Call them", "closing_on", -7);
  const send = (attributes: object) =>
    owner.send("PATCH", `/task_templates/${id}`, { type: "task_template", id, attributes });
  expect((await send({ dueFrom: null })).problem).toBe("400 invalid_attribute /data/attributes/stage");
  expect((await send({ dueFrom: null, stage: "closed" })).problem).toBe(
    "400 invalid_attribute /data/attributes/due_in_days",
  );
  const changed = created(await send({ dueFrom: null, stage: "closed", dueInDays: 3 }));
  expect(changed.attributes).toMatchObject({ stage: "closed", due_from: null, due_in_days: 3 });
});
