import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { z } from "zod";
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
  const undo = (afterClosingId: unknown) =>
    owner.send("POST", `/opportunities/${id}/after_closing/undoing`, {
      type: "opportunity",
      id,
      attributes: { afterClosingId },
    });
  return { owner, id, clientId: String(attributes.client_id), task, other: other.id, stageOf, isDone, tidyUp, undo };
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

describe("undoing all of it", () => {
  const nextStep = { title: "Ask how the move went" };

  async function tidyAll(deal: Awaited<ReturnType<typeof newClosedDeal>>) {
    const { record } = await deal.tidyUp({ taskIds: [deal.task], opportunityIds: [deal.other], nextStep });
    return offered.parse(record.attributes.after_closing);
  }

  const offered = z.looseObject({ id: z.string(), kept: z.array(z.string()) });

  const stepsOf = async ({ owner, clientId }: { owner: TestPerson; clientId: string }) =>
    (await owner.get(`/tasks?filter[client_id]=${clientId}`)).records.filter(
      ({ attributes }) => attributes.title === nextStep.title,
    );

  test("the task is open, the other deal is back and the next step gone, once", async ({ service }) => {
    const deal = await newClosedDeal(service);
    const done = await tidyAll(deal);
    expect(done).toMatchObject({ is_undone: false, tasks: 1, deals: 1, next_steps: 1, kept: [] });
    const undone = await deal.undo(done.id);
    expect([undone.status, undone.record.attributes.after_closing]).toMatchObject([200, { is_undone: true, kept: [] }]);
    expect([await deal.isDone(), await deal.stageOf(deal.other), await stepsOf(deal)]).toEqual([false, "open", []]);
    expect((await deal.undo(done.id)).problem).toMatch(/^409 undo_over/);
    expect(await deal.stageOf(deal.id)).toBe("closed");
  });

  test("what somebody changed since is kept and named, the rest is undone", async ({ service }) => {
    const deal = await newClosedDeal(service);
    const { id } = await tidyAll(deal);
    const [step] = await stepsOf(deal);
    const later = { type: "task", id: step?.id ?? "", attributes: { dueOn: "2031-05-01" } };
    await deal.owner.send("PATCH", `/tasks/${step?.id}`, later);
    const rank = { type: "opportunity", id: deal.other, attributes: { rank: "Low" } };
    await deal.owner.send("PATCH", `/opportunities/${deal.other}`, rank);
    const { record } = await deal.undo(id);
    const { name } = Object((await deal.owner.get(`/opportunities/${deal.other}`)).record.attributes.contact);
    expect(offered.parse(record.attributes.after_closing).kept).toEqual([name, nextStep.title]);
    expect([await deal.isDone(), await deal.stageOf(deal.other)]).toEqual([false, "lost"]);
    expect(await stepsOf(deal)).toHaveLength(1);
  });

  test("a task that was reopened, a client with a new deal and a step that was removed stay as they are", async ({
    service,
  }) => {
    const deal = await newClosedDeal(service);
    const { id } = await tidyAll(deal);
    const [step] = await stepsOf(deal);
    await deal.owner.send("DELETE", `/tasks/${step?.id}`);
    await deal.owner.send("DELETE", `/tasks/${deal.task}/completion`);
    const { client_id: clientId, package_id: packageId } = (await deal.owner.get(`/opportunities/${deal.other}`)).record
      .attributes;
    const again = { type: "opportunity", attributes: { clientId, packageId } };
    await deal.owner.send("POST", "/opportunities", again);
    const { status, record } = await deal.undo(id);
    expect([status, offered.parse(record.attributes.after_closing).kept]).toMatchObject([200, { length: 3 }]);
    expect([await deal.isDone(), await deal.stageOf(deal.other)]).toEqual([false, "lost"]);
  });

  test("only the latest, for ten minutes", async ({ service }) => {
    const deal = await newClosedDeal(service);
    const first = await deal.tidyUp({ nextStep });
    const second = await deal.tidyUp({ nextStep: { title: "Send the keys" } });
    expect((await deal.undo(offered.parse(first.record.attributes.after_closing).id)).problem).toMatch(/^409/);
    const nothing = await deal.tidyUp({});
    expect(nothing.record.attributes.after_closing).toEqual(second.record.attributes.after_closing);
    const { id } = offered.parse(second.record.attributes.after_closing);
    await service.database.orm.execute(
      sql`update upstream.after_closings set done_at = done_at - interval '11 minutes' where id = ${id}`,
    );
    expect((await deal.owner.get(`/opportunities/${deal.id}`)).record.attributes.after_closing).toBeNull();
    expect((await deal.undo(id)).problem).toMatch(/^409 undo_over/);
    expect((await deal.undo("nonsense")).problem).toMatch(/^400/);
  });
});
