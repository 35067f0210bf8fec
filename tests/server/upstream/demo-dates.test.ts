import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
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

test("the demo's week is a believable one: showings and moves by day, offers that expire at 5 or 9 PM", async ({
  service,
}) => {
  const { rows } = await service.database.orm.execute(sql`
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
});

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
