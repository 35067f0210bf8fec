import { sql } from "drizzle-orm";
import { expect } from "vitest";
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
