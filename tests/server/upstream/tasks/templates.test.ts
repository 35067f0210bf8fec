import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move, newDeal, undo } from "../opportunities/deals.ts";

const test = newWorkspaceTest({ clock: () => now });
/** Still the 1st of March in New York, where the workspaces are. */
const now = new Date("2026-03-02T03:00:00Z");

const addTemplate = (person: TestPerson, attributes: object) =>
  person.send("POST", "/task_templates", { type: "task_template", attributes });
const tasksOf = async (owner: TestPerson, id: string) =>
  (await owner.get(`/tasks?filter[opportunity_id]=${id}`)).records.map(({ attributes }) => attributes);

test("reaching a stage adds its templates' tasks for the opportunity's agent, with due dates", async ({
  workspace,
  owner,
}) => {
  const member = await workspace.join("member");
  const { attributes } = created(
    await addTemplate(owner, {
      stage: "offer_suggested",
      title: "Write the offer",
      dueInDays: 2,
      isVisibleToClient: true,
    }),
  );
  expect(attributes).toMatchObject({ stage: "offer_suggeted", due_in_days: 2 });
  created(await addTemplate(owner, { stage: "offer_suggeted", title: "Ask for a letter", dueInDays: 0 }));
  created(await addTemplate(owner, { stage: "closed", title: "Send flowers", dueInDays: 3 }));
  const deal = await newDeal(member);
  expect((await move(owner, deal.id, "open", "offer_suggeted")).problem).toBe("");
  expect(await tasksOf(owner, deal.id)).toMatchObject([
    {
      title: "Ask for a letter",
      due_on: "2026-03-01",
      assignee_account_id: member.accountId,
      is_visible_to_client: false,
    },
    {
      title: "Write the offer",
      due_on: "2026-03-03",
      assignee_account_id: member.accountId,
      is_visible_to_client: true,
    },
  ]);
  const events = (await owner.get(`/activities?filter[client_id]=${deal.attributes.client_id}`)).records;
  expect(events.filter(({ attributes }) => attributes.kind === "task.created")).toHaveLength(2);
});

test("the first stage's are added when an opportunity is opened", async ({ owner }) => {
  created(await addTemplate(owner, { stage: "open", title: "Ask for a pre-approval", dueInDays: 1 }));
  expect(await tasksOf(owner, (await newDeal(owner)).id)).toMatchObject([
    { title: "Ask for a pre-approval", due_on: "2026-03-02" },
  ]);
});

test("undoing a move removes its tasks, except those that were changed or completed", async ({ owner }) => {
  for (const title of ["one", "two", "three"])
    created(await addTemplate(owner, { stage: "offer_suggeted", title, dueInDays: 1 }));
  const deal = await newDeal(owner);
  await move(owner, deal.id, "open", "offer_suggeted");
  const open = (await owner.get(`/tasks?filter[opportunity_id]=${deal.id}`)).records;
  const idOf = (title: string) => open.find(({ attributes }) => attributes.title === title)?.id;
  await owner.send("POST", `/tasks/${idOf("one")}/completion`);
  await owner.send("PATCH", `/tasks/${idOf("two")}`, {
    type: "task",
    id: idOf("two") ?? "",
    attributes: { dueOn: "2026-03-09" },
  });
  const { record } = await owner.get(`/opportunities/${deal.id}`);
  const moved = Object(record.attributes.undo).move_id;
  expect((await undo(owner, deal.id, moved)).problem).toBe("");
  expect((await tasksOf(owner, deal.id)).map(({ title }) => title)).toEqual(["one", "two"]);
  // What is still open from the first time is not added a second time.
  await move(owner, deal.id, "open", "offer_suggeted");
  expect((await tasksOf(owner, deal.id)).map(({ title }) => title).toSorted()).toEqual(["one", "one", "three", "two"]);
});

test("owners and administrators write templates, every member reads them, and each workspace has its own", async ({
  service,
  workspace,
  owner,
}) => {
  const template = created(await addTemplate(owner, { stage: "closed", title: "Send flowers", dueInDays: 3 }));
  const path = `/task_templates/${template.id}`;
  for (const role of ["manager", "member", "instructor"] as const) {
    const person = await workspace.join(role);
    expect((await person.get(path)).record.meta.can).toEqual([]);
    expect((await addTemplate(person, { stage: "closed", title: "x", dueInDays: 1 })).problem).toBe("403 forbidden");
    expect((await person.send("DELETE", path)).problem).toBe("403 forbidden");
  }
  const stranger = (await service.newWorkspace()).owner;
  expect((await stranger.get("/task_templates")).records).toEqual([]);
  expect((await stranger.send("DELETE", path)).problem).toBe("404 not_found");
  const changed = await owner.send("PATCH", path, {
    type: "task_template",
    id: template.id,
    attributes: { dueInDays: 5 },
  });
  expect(changed.record.attributes).toMatchObject({ title: "Send flowers", due_in_days: 5 });
  expect((await owner.send("DELETE", path)).status).toBe(204);
  expect((await owner.get("/task_templates?filter[stage]=closed")).records).toEqual([]);
});

test.for([
  [{ stage: "nowhere", title: "x", dueInDays: 1 }, "stage"],
  [{ stage: "closed", title: "", dueInDays: 1 }, "title"],
  [{ stage: "closed", title: "x", dueInDays: -1 }, "due_in_days"],
  [{ stage: "closed", title: "x", dueInDays: 1.5 }, "due_in_days"],
  [{ stage: "closed", title: "x", dueInDays: 366 }, "due_in_days"],
] as const)("%j is refused for its %s", async ([attributes, field], { owner }) => {
  expect((await addTemplate(owner, attributes)).problem).toBe(`400 invalid_attribute /data/attributes/${field}`);
});
