import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move, newDeal } from "./deals.ts";

const test = sharedWorkspaceTest();

async function newTask(person: TestPerson, opportunityId: string): Promise<string> {
  const attributes = { title: "Book the inspection", about: { type: "opportunity", id: opportunityId } };
  return created(await person.send("POST", "/tasks", { type: "task", attributes })).id;
}

/** A deal that is closed, with an open task, and the deal of another client on its property. */
async function newClosedDeal(service: UpstreamService) {
  const { owner } = await service.newWorkspace();
  const { id, attributes } = await newDeal(owner);
  const task = await newTask(owner, id);
  const { id: clientId } = await owner.newClient();
  const pair = { clientId, packageId: attributes.package_id };
  const other = created(await owner.send("POST", "/opportunities", { type: "opportunity", attributes: pair }));
  await move(owner, id, "open", "offer_sent");
  await move(owner, id, "offer_sent", "offer_accepted");
  await move(owner, id, "offer_accepted", "closed");
  const stageOf = async (of: string) => (await owner.get(`/opportunities/${of}`)).record.attributes.stage;
  const isDone = async () => (await owner.get(`/tasks/${task}`)).record.attributes.done_at !== null;
  const tidyUp = (given: object, headers: Record<string, string> = {}) =>
    owner.send("POST", `/opportunities/${id}/after_closing`, { type: "opportunity", id, attributes: given, headers });
  return { owner, id, clientId: String(attributes.client_id), task, other: other.id, stageOf, isDone, tidyUp };
}

test("tasks, other deals and the next step are dealt with at once, and each leaves its event", async ({ service }) => {
  const { owner, clientId, task, other, stageOf, isDone, tidyUp } = await newClosedDeal(service);
  const nextStep = { title: "Ask how the move went", dueOn: "2031-05-01" };
  const all = { taskIds: [task], opportunityIds: [other], nextStep };
  const headers = { "idempotency-key": randomUUID() };
  const answers = [await tidyUp(all, headers), await tidyUp(all, headers)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([await isDone(), await stageOf(other)]).toEqual([true, "lost"]);
  const steps = (await owner.get(`/tasks?filter[client_id]=${clientId}`)).records.filter(
    ({ attributes }) => attributes.title === nextStep.title,
  );
  expect(steps.map(({ attributes }) => attributes.due_on)).toEqual(["2031-05-01"]);
  const kinds = (await owner.get("/activities?page[limit]=4")).records.map(({ attributes }) => attributes.kind);
  expect(kinds.slice(0, 3)).toEqual(["task.created", "opportunity.moved", "task.completed"]);
  const [lost] = (await owner.get(`/opportunity_moves?filter[opportunity_id]=${other}&sort=-occurred_at`)).records;
  expect(lost?.attributes.reason_text).toBe("Another client bought the property.");
  expect((await owner.get(`/opportunities/${other}`)).record.attributes.undo).not.toBeNull();
  // What is done and over already stays as it is.
  expect((await tidyUp({ taskIds: [task], opportunityIds: [other] })).status).toBe(200);
});

test("all of it is done or nothing: what is another's is refused", async ({ service }) => {
  const { owner, id, task, other, stageOf, isDone, tidyUp } = await newClosedDeal(service);
  const elsewhere = await newDeal(owner);
  const strange = await newTask(owner, elsewhere.id);
  const all = { taskIds: [task], opportunityIds: [other] };
  const problemOf = async (given: object) => (await tidyUp({ ...all, ...given })).problem;
  expect(await problemOf({ taskIds: [task, strange] })).toBe("400 invalid_attribute /data/attributes/task_ids");
  for (const wrong of [elsewhere.id, id])
    expect(await problemOf({ opportunityIds: [other, wrong] })).toBe(
      "400 invalid_attribute /data/attributes/opportunity_ids",
    );
  expect(await problemOf({ taskIds: ["nonsense"] })).toMatch(/^400 /);
  expect(await problemOf({ opportunityIds: [other, randomUUID()] })).toBe("404 not_found");
  expect(await problemOf({ nextStep: { title: " " } })).toMatch(/^400 /);
  expect([await isDone(), await stageOf(other)]).toEqual([false, "open"]);
});

test("a deal that is not closed has nothing to tidy up, and a colleague's deal is not one's own to lose", async ({
  service,
}) => {
  const workspace = await service.newWorkspace("standard");
  const member = await workspace.join("member");
  const { id } = await newDeal(member);
  const send = (person: TestPerson, attributes: object = {}) =>
    person.send("POST", `/opportunities/${id}/after_closing`, { type: "opportunity", id, attributes });
  expect((await send(member)).problem).toMatch(/^409 not_closed/);
  await move(member, id, "open", "offer_sent");
  await move(member, id, "offer_sent", "offer_accepted");
  await move(member, id, "offer_accepted", "closed");
  const theirs = await newDeal(workspace.owner);
  expect((await send(member, { opportunityIds: [theirs.id] })).problem).toBe("404 not_found");
  expect((await send(await workspace.join("instructor"))).problem).toBe("403 forbidden");
  expect((await send(member)).status).toBe(200);
});
