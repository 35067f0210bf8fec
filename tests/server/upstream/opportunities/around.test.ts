import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move, newDeal } from "./deals.ts";

const test = sharedWorkspaceTest();

const newOwner = async (service: UpstreamService): Promise<TestPerson> => (await service.newWorkspace()).owner;
const startsAt = "2031-05-01T17:00:00Z";

test("a showing is requested, confirmed, moved and cancelled; its event keeps its id and grows in sequence", async ({
  service,
}) => {
  const owner = await newOwner(service);
  const { id: opportunityId } = await newDeal(owner);
  const attributes = { opportunityId, startsAt, note: "Ring twice." };
  const {
    id,
    attributes: first,
    meta,
  } = created(await owner.send("POST", "/showings", { type: "showing", attributes }));
  expect(first).toMatchObject({ state: "requested", duration_minutes: 30, sequence: 0, note: "Ring twice." });
  expect(meta.can).toEqual(["update", "confirm", "cancel"]);
  const confirmed = await owner.send("POST", `/showings/${id}/confirmation`);
  expect(confirmed.record.attributes).toMatchObject({ state: "confirmed", sequence: 1, uid: first.uid });
  expect((await owner.send("POST", `/showings/${id}/confirmation`)).problem).toBe("403 forbidden");
  const change = (given: object) => owner.send("PATCH", `/showings/${id}`, { type: "showing", id, attributes: given });
  expect((await change({ startsAt: "2031-05-01T10:00:00-07:00" })).record.attributes.sequence).toBe(1);
  const moved = await change({ startsAt: "2031-05-02T17:00:00Z", durationMinutes: 45 });
  expect(moved.record.attributes).toMatchObject({ sequence: 2, duration_minutes: 45 });
  expect((await change({ durationMinutes: 3 })).problem).toBe(
    "400 invalid_attribute /data/attributes/duration_minutes",
  );
  expect((await change({ startsAt: "2020-05-01T17:00:00Z" })).problem).toBe(
    "400 invalid_attribute /data/attributes/starts_at",
  );
  expect((await change({ startsAt: "tomorrow" })).problem).toBe("400 invalid_attribute /data/attributes/starts_at");
  const cancelled = await owner.send("POST", `/showings/${id}/cancellation`);
  expect(cancelled.record).toMatchObject({ attributes: { state: "cancelled", sequence: 3 }, meta: { can: [] } });
});

test("a showing is requested for a time to come; one that was is changed in everything but its time", async ({
  service,
}) => {
  const owner = await newOwner(service);
  const { id: opportunityId } = await newDeal(owner);
  const request = (given: object) =>
    owner.send("POST", "/showings", { type: "showing", attributes: { opportunityId, startsAt, ...given } });
  const past = "2020-05-01T17:00:00Z";
  expect((await request({ startsAt: past })).problem).toBe("400 invalid_attribute /data/attributes/starts_at");
  const { id } = created(await request({}));
  await service.database.orm.execute(sql`update upstream.showings set starts_at = ${past} where id = ${id}`);
  const attributes = { startsAt: past, note: "They were late." };
  const noted = await owner.send("PATCH", `/showings/${id}`, { type: "showing", id, attributes });
  expect([noted.problem, noted.record.attributes.note]).toEqual(["", "They were late."]);
});

test("a comment is changed and removed by its author alone; an instructor may comment, a client's agent sees it", async ({
  service,
}) => {
  const workspace = await service.newWorkspace();
  const { owner } = workspace;
  const instructor = await workspace.join("instructor");
  const { id: opportunityId } = await newDeal(owner);
  const attributes = { opportunityId, body: " Ask about the roof. " };
  const { id, attributes: said } = created(await instructor.send("POST", "/comments", { type: "comment", attributes }));
  expect(said).toMatchObject({ body: "Ask about the roof.", author_account_id: instructor.accountId, edited_at: null });
  const edit = (person: TestPerson, body: string) =>
    person.send("PATCH", `/comments/${id}`, { type: "comment", id, attributes: { body } });
  expect((await edit(owner, "No.")).problem).toBe("403 forbidden");
  expect((await owner.send("DELETE", `/comments/${id}`)).problem).toBe("403 forbidden");
  expect((await edit(instructor, " ")).problem).toBe("400 invalid_attribute /data/attributes/body");
  expect((await edit(instructor, "Ask about the roof and the boiler.")).record.attributes.edited_at).not.toBeNull();
  expect((await owner.get(`/comments?filter[opportunity_id]=${opportunityId}`)).records).toHaveLength(1);
  expect((await instructor.send("DELETE", `/comments/${id}`)).status).toBe(204);
});

test("another workspace's opportunities, moves, offers, showings and comments do not exist", async ({ service }) => {
  const [owner, stranger] = [await newOwner(service), await newOwner(service)];
  const { id } = await newDeal(owner);
  await move(owner, id, "open", "showing_scheduled");
  const comment = { opportunityId: id, body: "Mine." };
  await owner.send("POST", "/comments", { type: "comment", attributes: comment });
  for (const path of ["/opportunities", "/opportunity_moves", "/offers", "/showings", "/comments"])
    expect((await stranger.get(path)).records).toEqual([]);
  const [showing] = (await owner.get("/showings")).records;
  const attempts = [
    stranger.get(`/opportunities/${id}`),
    move(stranger, id, "showing_scheduled", "showing_complete"),
    stranger.send("POST", "/comments", { type: "comment", attributes: comment }),
    stranger.send("POST", "/showings", { type: "showing", attributes: { opportunityId: id, startsAt } }),
    stranger.send("POST", `/showings/${showing?.id}/cancellation`),
  ];
  for (const answer of await Promise.all(attempts)) expect(answer.problem).toBe("404 not_found");
});

test("a member sees what is assigned to them, and an instructor has view-only access", async ({ service }) => {
  const workspace = await service.newWorkspace();
  const [member, instructor] = [await workspace.join("member"), await workspace.join("instructor")];
  const theirs = await newDeal(workspace.owner);
  const own = await newDeal(member);
  expect((await member.get("/opportunities")).records.map(({ id }) => id)).toEqual([own.id]);
  expect((await move(member, theirs.id, "open", "lost")).problem).toBe("404 not_found");
  expect((await instructor.get(`/opportunities/${own.id}`)).record.meta.can).toEqual(["comment"]);
});

test("the list filters by stage, rank, client and property, and tells the first of each stage for a board", async ({
  service,
}) => {
  const owner = await newOwner(service);
  const deals = [];
  for (const rank of ["High", "Low", "Low"]) deals.push(await newDeal(owner, { rank }));
  const [first, second, third] = deals.map(({ id }) => id);
  await move(owner, second ?? "", "open", "offer_suggested");
  const ids = async (query: string) => (await owner.get(`/opportunities?${query}`)).records.map(({ id }) => id);
  expect(await ids("filter[stage]=open")).toEqual([third, first]);
  expect(await ids("filter[stage]=offer_suggested")).toEqual([second]);
  expect(await ids("filter[rank]=Low")).toEqual([third, second]);
  expect(await ids(`filter[client_id]=${deals[0]?.attributes.client_id}`)).toEqual([first]);
  expect(await ids(`filter[package_id]=${deals[1]?.attributes.package_id}`)).toEqual([second]);
  expect((await ids("sort=-rank"))[0]).toBe(first);
  expect((await ids("sort=rank")).at(-1)).toBe(first);
  expect(await ids("filter[first_of_stage]=1&sort=stage_since")).toEqual([third, second]);
  // Of those that the other filters leave, whichever stands first without them.
  expect(await ids(`filter[first_of_stage]=1&filter[client_id]=${deals[0]?.attributes.client_id}`)).toEqual([first]);
  await move(owner, first ?? "", "open", "lost");
  expect(await ids("filter[active]=false")).toEqual([first]);
  for (const query of ["filter[stage]=nowhere", "filter[rank]=top", "filter[first_of_stage]=26"])
    expect((await owner.get(`/opportunities?${query}`)).problem).toMatch(/^400 invalid_filter/);
  const { counts } = (await owner.get("/opportunity_stage_counts")).record.attributes;
  expect(counts).toEqual(
    expect.arrayContaining([
      { stage: "open", total: 1, values: null },
      { stage: "offer_suggeted", total: 1, values: null },
      { stage: "lost", total: 1, values: null },
    ]),
  );
});

test("an opportunity tells whether its client is bound to the agency today", async ({ service }) => {
  const owner = await newOwner(service);
  const { id, attributes } = await newDeal(owner);
  const bind = (agreement: object | null) =>
    owner.send("PATCH", `/clients/${attributes.client_id}`, {
      type: "client",
      id: String(attributes.client_id),
      attributes: { agreement },
    });
  const isBound = async () => (await owner.get(`/opportunities/${id}`)).record.attributes.has_agreement;
  expect(await isBound()).toBe(false);
  const bound = await bind({ startsOn: "2020-01-01", endsOn: "2099-12-31" });
  expect(bound.record.attributes.agreement).toEqual({ starts_on: "2020-01-01", ends_on: "2099-12-31" });
  expect(await isBound()).toBe(true);
  await bind({ startsOn: "2020-01-01", endsOn: "2020-12-31" });
  expect(await isBound()).toBe(false);
  expect((await bind({ startsOn: "2021-01-02", endsOn: "2021-01-01" })).problem).toBe(
    "400 invalid_attribute /data/attributes/agreement/endsOn",
  );
  expect((await bind(null)).record.attributes.agreement).toBeNull();
});
