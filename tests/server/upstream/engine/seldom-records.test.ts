/** Records that are few among many are found without looking at all the others. */
import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { z } from "zod";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const many = 2000;
/** Its values stand in it where it is prepared, and else beside it. */
const statement = z.tuple([
  z.object({ text: z.string(), values: z.array(z.unknown()).optional() }),
  z.array(z.unknown()).optional(),
]);

/** Asks for a list. @returns how many records it has, and how the database finds those of the table */
async function findings({ database: { pool } }: UpstreamService, person: TestPerson, path: string, table: string) {
  const sent = vi.spyOn(pool, "query");
  const { records } = await person.get(path);
  const calls = sent.mock.calls.map(([query, values]) => statement.safeParse([query, values]).data);
  sent.mockRestore();
  const [query, values] = calls.find((call) => call?.[0].text.includes(`from "upstream"."${table}"`)) ?? [];
  const { rows } = await pool.query(`explain (format json) ${query?.text}`, query?.values ?? values);
  return { count: records.length, plan: JSON.stringify(rows) };
}

test("deals of a seldom rank, and those that are over, are read by their indexes", async ({ service, owner }) => {
  const { orm } = service.database;
  const { id: clientId } = await owner.newClient();
  await orm.execute(sql`
    with added as (
      insert into upstream.packages (workspace_id, number, street, time_zone, street_key, area_key, search_text)
      select ${owner.workspaceId}::uuid, n, 'Elm', 'UTC', 'elm', '', 'elm' from generate_series(1, ${many}::integer) n
      returning id, workspace_id, number
    )
    insert into upstream.opportunities (workspace_id, client_id, package_id, rank, stage)
    select workspace_id, ${clientId}::uuid, id, case when number < 3 then 'Low' else 'Medium' end,
      case when number < 4 then 'lost' else 'open' end
    from added`);
  await orm.execute(sql`analyze upstream.opportunities`);
  const ofRank = await findings(service, owner, "/opportunities?filter[rank]=Low", "opportunities");
  expect(ofRank).toEqual({ count: 2, plan: expect.stringContaining('"opportunities_of_rank"') });
  const over = await findings(service, owner, "/opportunities?filter[active]=false", "opportunities");
  expect(over).toEqual({ count: 3, plan: expect.stringContaining('"opportunities_over"') });
});

test("tasks about a client, and about its deals, are read by their indexes", async ({ service, owner }) => {
  const { orm } = service.database;
  const { id: clientId } = await owner.newClient();
  const street = { type: "package", attributes: { street: "1 Elm" } };
  const { id: packageId } = (await owner.send("POST", "/packages", street)).record;
  const pair = { type: "opportunity", attributes: { clientId, packageId } };
  const { id: opportunityId } = (await owner.send("POST", "/opportunities", pair)).record;
  await orm.execute(sql`
    insert into upstream.tasks (workspace_id, title, client_id, opportunity_id)
    select ${owner.workspaceId}::uuid, 'Call', case when n = 1 then ${clientId}::uuid end,
      case when n = 2 then ${opportunityId}::uuid end
    from generate_series(1, ${many}::integer) n`);
  await orm.execute(sql`analyze upstream.tasks`);
  for (const [filter, count] of [
    [`client_id]=${clientId}`, 2],
    [`package_id]=${packageId}`, 1],
  ] as const) {
    const found = await findings(service, owner, `/tasks?filter[${filter}`, "tasks");
    expect(found).toEqual({ count, plan: expect.stringContaining('"tasks_opportunity"') });
    expect(found.plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"tasks"/);
  }
});
