import { sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { seedDemo } from "#server/upstream/demo/demo.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { StorageUnavailable } from "#server/upstream/storage/object-store.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { changedOutOfTime, impossibleRows } from "./possible-dates.ts";

/** What happened in the demo happened in an order that is possible. */

const test = upstreamTest({ demo: true, open: openOwnDatabase });

test("the demo's dates are possible", async ({ service }) => {
  expect(await impossibleRows(service.database.orm)).toEqual({});
});

test("nothing of the demo was changed before it was there, or in the future", async ({ service }) => {
  expect(await changedOutOfTime(service.database.orm)).toEqual([]);
});

// In the middle of the night, and late in the day.
test.for(["00:20", "20:10"])(
  "the week of a demo begun at %s is a believable one: showings and moves by day, offers that expire at 5 or 9 PM",
  async (clock, { service }) => {
    const database = await openOwnDatabase();
    onTestFinished(() => database.close());
    const day = Temporal.Now.plainDateISO("America/Los_Angeles").subtract({ days: 1 });
    const now = new Date(day.toZonedDateTime({ timeZone: "America/Los_Angeles", plainTime: clock }).epochMilliseconds);
    // Passwords and files, which take most of the time, have no hours.
    const put = () => Promise.reject(new StorageUnavailable());
    const hasher = { ...createPasswordHasher(), hash: async () => "none" };
    await seedDemo(database.orm, { hasher, objects: { ...service.objects, put }, now, log: { warn() {} } });
    const { rows } = await database.orm.execute(sql`
    with times as (
      select 'showing' as what, starts_at as at from upstream.showings
      union all select 'move', occurred_at from upstream.opportunity_moves
      union all select 'expiry', expires_at from upstream.offers
      union all select 'suggestion', expires_at from upstream.offer_suggestions
    )
    select what, array_agg(distinct to_char(at at time zone 'America/Los_Angeles', 'HH24:MI')) as clocks from times group by what`);
    const clocksOf = z.object({ what: z.string(), clocks: z.array(z.string()) });
    const clocks = new Map(
      z
        .array(clocksOf)
        .parse(rows)
        .map((row) => [row.what, row.clocks]),
    );
    for (const what of ["showing", "move"])
      expect([what, clocks.get(what)?.filter((clock) => clock < "09:00" || clock > "19:00")]).toEqual([what, []]);
    expect(clocks.get("expiry")?.toSorted()).toEqual(["17:00", "21:00"]);
    expect(clocks.get("suggestion")).toEqual(["17:00"]);
    expect(clocks.get("showing")?.length).toBeGreaterThan(3);
  },
);

test("the demo has open deals of all ranks, an analyzed report whose findings quote it, and an estimate", async ({
  service,
}) => {
  const { rows } = await service.database.orm.execute(sql`
    select (select array_agg(distinct rank order by rank) from upstream.opportunities where stage not in ('closed', 'lost')) as ranks,
      (select count(*)::int from upstream.inspection_reports r where r.state = 'ready' and 5 <= (select count(*) from upstream.findings f
        where f.inspection_report_id = r.id and f.page is not null and f.quote is not null)) as reports,
      (select count(*)::int from upstream.cost_estimates) > 0 as estimates`);
  expect(rows).toEqual([{ ranks: ["High", "Low", "Medium"], reports: 1, estimates: true }]);
});
