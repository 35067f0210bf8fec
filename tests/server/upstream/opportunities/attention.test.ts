import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestRecord } from "#tests/support/answers.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move, newDeal, undo } from "./deals.ts";

const test = newWorkspaceTest().extend("member", ({ workspace }) => workspace.join("member"));

// What a dashboard asks for: each list begins with what is most urgent, and is empty for whoever may not see it.

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function idsOf(person: TestPerson, path: string): Promise<readonly string[]> {
  const { records, problem } = await person.get(path);
  expect(problem).toBe("");
  return records.map(({ id }) => id);
}

async function age(service: UpstreamService, deal: TestRecord, days: number): Promise<void> {
  await service.database.orm.execute(sql`update upstream.opportunities
    set updated_at = now() - make_interval(days => ${days}) where id = ${deal.id}`);
}

test("deals under way that nothing was written to for a week, the longest first", async ({
  service,
  owner,
  member,
}) => {
  const silent = "/opportunities?filter[silent_for_days]=7&sort=updated_at&include=client,package";
  const [old, older, busy, lost, theirs] = [
    await newDeal(owner),
    await newDeal(owner),
    await newDeal(owner),
    await newDeal(owner),
    await newDeal(member),
  ];
  await move(owner, lost.id, "open", "lost");
  for (const [deal, days] of [
    [old, 8],
    [older, 30],
    [busy, 6],
    [lost, 50],
    [theirs, 9],
  ] as const) {
    await age(service, deal, days);
  }
  expect(await idsOf(owner, silent)).toEqual([older.id, theirs.id, old.id]);
  expect(await idsOf(member, silent)).toEqual([theirs.id]);
  const word = { opportunityId: older.id, body: "They still want it." };
  created(await owner.send("POST", "/comments", { type: "comment", attributes: word }));
  expect(await idsOf(owner, silent)).toEqual([theirs.id, old.id]);
});

test("offers without an answer that end within three days, or have ended, the soonest first", async ({
  service,
  owner,
  member,
}) => {
  const out = "/offers?filter[state]=sent&filter[expires_within_days]=3&sort=expires_at&include=client,package";
  const price = { amount: "640000.00", currency: "USD" };
  const expired = await newDeal(owner);
  for (const [deal, expiresAt] of [
    [await newDeal(owner), inDays(2)],
    [expired, inDays(3)],
    [await newDeal(owner), inDays(9)],
    [await newDeal(owner), null],
  ] as const) {
    created(await move(owner, deal.id, "open", "offer_sent", { price, expiresAt }));
  }
  await service.database.orm.execute(sql`update upstream.offers
    set expires_at = ${inDays(-1)} where opportunity_id = ${expired.id}`);
  const answered = await newDeal(owner);
  await move(owner, answered.id, "open", "offer_sent", { price, expiresAt: inDays(1) });
  await move(owner, answered.id, "offer_sent", "offer_declined");
  const { records, document } = await owner.get(out);
  const ends = records.map(({ attributes }) => Date.parse(String(attributes.expires_at)));
  expect(ends.map((end) => Math.round((end - Date.now()) / 86_400_000))).toEqual([-1, 2]);
  expect(document.included?.map(({ type }) => type).sort()).toEqual(["client", "client", "package", "package"]);
  expect(await idsOf(member, out)).toEqual([]);
});

test("showings that were asked for and not confirmed, and of those the ones that have waited", async ({
  service,
  owner,
  member,
}) => {
  const asked = "/showings?filter[state]=requested&sort=-inserted_at&include=client,package";
  const waited = "/showings?filter[state]=requested&filter[older_than_days]=1&sort=inserted_at&include=client,package";
  const request = async (person: TestPerson) => {
    const { id: opportunityId } = await newDeal(person);
    const attributes = { opportunityId, startsAt: inDays(4) };
    return created(await person.send("POST", "/showings", { type: "showing", attributes }));
  };
  const [first, second, confirmed] = [await request(owner), await request(member), await request(owner)];
  created(await owner.send("POST", `/showings/${confirmed.id}/confirmation`));
  expect(await idsOf(owner, asked)).toEqual([second.id, first.id]);
  expect(await idsOf(member, asked)).toEqual([second.id]);
  expect(await idsOf(owner, waited)).toEqual([]);
  await service.database.orm.execute(sql`update upstream.showings
    set inserted_at = now() - interval '25 hours' where id = ${first.id}`);
  expect(await idsOf(owner, waited)).toEqual([first.id]);
});

test.for([
  "/opportunities?filter[silent_for_days]=soon",
  "/opportunities?filter[silent_for_days]=1000",
  "/offers?filter[expires_within_days]=-1",
  "/offers?filter[state]=gone",
  "/showings?filter[state]='; drop table x",
])("%s is refused", async (path, { owner }) => {
  expect((await owner.get(path)).problem).toMatch(/^400 invalid_filter /);
});

async function counted(person: TestPerson) {
  const total = async (query: string) =>
    (await person.get(`/opportunities?page[count]=true${query}`)).document.meta?.page;
  const { record } = await person.get("/sessions/current");
  return {
    session: record.attributes.counts,
    all: (await total(""))?.total,
    active: (await total("&filter[active]=true"))?.total,
    over: (await total("&filter[active]=false"))?.total,
    open: (await total("&filter[stage]=open"))?.total,
  };
}

test("deals are counted as they are opened, moved, undone and removed", async ({ service, owner, member }) => {
  const deals = [await newDeal(owner), await newDeal(owner), await newDeal(member)];
  const clients = { owner: 3, member: 1 };
  const before = { all: 3, active: 3, over: 0, open: 3, session: { clients: clients.owner, open_deals: 3 } };
  expect(await counted(owner)).toMatchObject(before);
  expect(await counted(member)).toMatchObject({ all: 1, active: 1, session: { clients: 1, open_deals: 1 } });
  const lost = created(await move(owner, deals[0]?.id ?? "", "open", "lost"));
  expect(await counted(owner)).toMatchObject({ all: 3, active: 2, over: 1, open: 2, session: { open_deals: 2 } });
  const latest = lost.attributes.undo;
  const moveId = typeof latest === "object" && latest !== null && "move_id" in latest ? latest.move_id : null;
  created(await undo(owner, lost.id, moveId));
  expect(await counted(owner)).toMatchObject(before);
  await service.database.orm.execute(sql`delete from upstream.opportunities where id = ${lost.id}`);
  expect(await counted(owner)).toMatchObject({ all: 2, active: 2, over: 0, open: 2, session: { open_deals: 2 } });
});

test("a failed upload is listed for the user who announced it, until it arrives", async ({
  service,
  owner,
  member,
}) => {
  const failed = "/failed_uploads";
  const announced = { name: "Report.pdf", size: 1200, mime: "application/pdf" };
  const post = () => member.send("POST", "/files/presigned_posts", { type: "presigned_post", attributes: announced });
  expect((await post()).status).toBe(201);
  expect(await idsOf(member, failed)).toEqual([]);
  await service.database.orm.execute(sql`update upstream.objects set expires_at = now() - interval '1 minute'
    where account_id = ${member.accountId}`);
  const { records } = await member.get(failed);
  expect(records.map(({ attributes }) => [attributes.name, attributes.size])).toEqual([["Report.pdf", 1200]]);
  expect(await idsOf(owner, failed)).toEqual([]);
  const later = { key: `${member.workspaceId}/later`, uri: "x", kind: "pdf" };
  await service.database.orm.execute(sql`insert into upstream.objects (storage_key, workspace_id, account_id, size, expires_at)
    values (${later.key}, ${member.workspaceId}, ${member.accountId}, 1200, now() + interval '1 hour')`);
  await service.database.orm.execute(sql`insert into upstream.files
    (workspace_id, account_id, storage_key, uri, name, mime, kind, size)
    values (${member.workspaceId}, ${member.accountId}, ${later.key}, ${later.uri}, 'Report.pdf', 'application/pdf', 'pdf', 1200)`);
  expect(await idsOf(member, failed)).toEqual([]);
});
