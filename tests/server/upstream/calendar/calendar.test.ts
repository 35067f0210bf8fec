import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, dayFromToday, move, newDeal, newPackage } from "../opportunities/deals.ts";

const test = newWorkspaceTest().extend("member", ({ workspace }) => workspace.join("member"));

const shown = z.array(
  z.object({
    day: z.string(),
    total: z.number(),
    entries: z.array(
      z.object({ kind: z.string(), title: z.string(), subject_id: z.string(), is_confirmed: z.boolean() }),
    ),
  }),
);

async function days(person: TestPerson, query: string) {
  const { problem, record } = await person.get(`/calendar?${query}`);
  expect(problem).toBe("");
  return shown.parse(record.attributes.days);
}
const kindsOf = (read: z.output<typeof shown>) =>
  read.map(({ day, entries }) => `${day}: ${entries.map(({ kind }) => kind).join(", ")}`);

const price = { amount: "640000.00", currency: "USD" };
const send = async (person: TestPerson, path: string, type: string, attributes: object) =>
  created(await person.send("POST", path, { type, attributes }));

test("all that has a date is on the day that it is in the workspace's time zone", async ({ owner }) => {
  const deal = await newDeal(owner);
  // Half past nine in the evening in New York, where the workspace is.
  const visit = { opportunityId: deal.id, startsAt: "2031-05-02T01:30:00Z" };
  const showing = await send(owner, "/showings", "showing", visit);
  const cancelled = await send(owner, "/showings", "showing", visit);
  await owner.send("POST", `/showings/${cancelled.id}/cancellation`);
  const offered = await newDeal(owner);
  created(await move(owner, offered.id, "open", "offer_sent", { price, expiresAt: "2031-05-03T03:59:00Z" }));
  const inspected = await newDeal(owner);
  created(await move(owner, inspected.id, "open", "offer_sent", { price }));
  created(await move(owner, inspected.id, "offer_sent", "offer_accepted", { price, acceptedOn: dayFromToday(-1) }));
  const deadline = { deadlineOn: "2031-05-04" };
  created(await move(owner, inspected.id, "offer_accepted", "inspections_underway", deadline));
  const due = await newPackage(owner);
  await owner.send("PATCH", `/packages/${due.id}`, {
    type: "package",
    id: due.id,
    attributes: { offerDueAt: "2031-05-04T21:00:00Z" },
  });
  const task = await send(owner, "/tasks", "task", { title: "Call the lender", dueOn: "2031-05-04" });
  const read = await days(owner, "from=2031-05-01&to=2031-05-07");
  expect(kindsOf(read)).toEqual([
    "2031-05-01: showing",
    "2031-05-02: offer_expires",
    "2031-05-04: inspection_deadline, offers_due, task",
  ]);
  expect(read[0]?.entries[0]).toMatchObject({ subject_id: deal.id, title: "12 Alder Lane", is_confirmed: false });
  expect(showing.id).not.toBe("");
  await owner.send("POST", `/tasks/${task.id}/completion`);
  expect(kindsOf(await days(owner, "from=2031-05-04&to=2031-05-04"))).toEqual([
    "2031-05-04: inspection_deadline, offers_due",
  ]);
});

test("a deal is on the day on which it is going to close, and then on the one on which it did", async ({ owner }) => {
  const deal = await newDeal(owner);
  created(await move(owner, deal.id, "open", "offer_sent", { price }));
  created(await move(owner, deal.id, "offer_sent", "offer_accepted", { price, acceptedOn: dayFromToday(-9) }));
  const { id } = deal;
  const attributes = { closingOn: dayFromToday(3) };
  created(await owner.send("PATCH", `/opportunities/${id}`, { type: "opportunity", id, attributes }));
  const range = `from=${dayFromToday(-5)}&to=${dayFromToday(5)}`;
  expect(kindsOf(await days(owner, range))).toEqual([`${dayFromToday(3)}: closing`]);
  created(await move(owner, deal.id, "offer_accepted", "closed", { closedOn: dayFromToday(-2) }));
  expect(kindsOf(await days(owner, range))).toEqual([`${dayFromToday(-2)}: closing`]);
});

test("of a busy day the first entries are given, and how many there are", async ({ owner }) => {
  for (const title of ["C", "A", "B"]) await send(owner, "/tasks", "task", { title, dueOn: "2031-06-02" });
  const [day] = await days(owner, "from=2031-06-01&to=2031-06-30&per_day=2");
  expect([day?.total, day?.entries.map(({ title }) => title)]).toEqual([3, ["A", "B"]]);
});

test("tasks come last, so that a day of many hides no showing", async ({ owner }) => {
  for (const title of ["A", "B", "C"]) await send(owner, "/tasks", "task", { title, dueOn: "2031-06-12" });
  const deal = await newDeal(owner);
  await send(owner, "/showings", "showing", { opportunityId: deal.id, startsAt: "2031-06-12T17:00:00Z" });
  expect(kindsOf(await days(owner, "from=2031-06-12&to=2031-06-12&per_day=2"))).toEqual(["2031-06-12: showing, task"]);
});

test("a member has what they may see, and an agent's own dates are had alone", async ({ owner, member }) => {
  const visitOf = async (person: TestPerson, day: string) => {
    const deal = await newDeal(person);
    await send(person, "/showings", "showing", { opportunityId: deal.id, startsAt: `${day}T17:00:00Z` });
  };
  await visitOf(owner, "2031-07-01");
  await visitOf(member, "2031-07-02");
  await send(owner, "/tasks", "task", { title: "The owner's", dueOn: "2031-07-03" });
  const range = "from=2031-07-01&to=2031-07-05";
  expect(kindsOf(await days(owner, range))).toHaveLength(3);
  expect(kindsOf(await days(member, range))).toEqual(["2031-07-02: showing"]);
  expect(kindsOf(await days(owner, `${range}&agent_id=${member.accountId}`))).toEqual(["2031-07-02: showing"]);
  expect(kindsOf(await days(member, `${range}&agent_id=${owner.accountId}`))).toEqual([]);
  expect(kindsOf(await days(owner, `${range}&agent_id=me`))).toEqual([]);
  expect(kindsOf(await days(owner, `${range}&kinds=task`))).toEqual(["2031-07-03: task"]);
});

test("days begin where the clock says so, also when it is changed", async ({ service, owner, workspace }) => {
  await service.database.orm.execute(
    sql`update upstream.workspaces set time_zone = 'America/New_York' where id = ${workspace.id}`,
  );
  const deal = await newDeal(owner);
  // The clock goes back on the 2nd of November: half past eleven in the evening, and half past midnight.
  for (const startsAt of ["2031-11-03T04:30:00Z", "2031-11-03T05:30:00Z"])
    await send(owner, "/showings", "showing", { opportunityId: deal.id, startsAt });
  expect(kindsOf(await days(owner, "from=2031-11-01&to=2031-11-04"))).toEqual([
    "2031-11-02: showing",
    "2031-11-03: showing",
  ]);
});

test("ranges that are too long, turned around or no days are refused", async ({ owner }) => {
  for (const query of [
    "",
    "from=2031-05-01",
    "from=2031-05-01&to=2031-06-12",
    "from=2031-05-02&to=2031-05-01",
    "from=2031-02-30&to=2031-03-01",
    "from=2031-05-01&to=2031-05-02&kinds=party",
    "from=2031-05-01&to=2031-05-02&per_day=0",
  ])
    expect([query, (await owner.get(`/calendar?${query}`)).status]).toEqual([query, 400]);
});
