import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const many = 3_000;

test("the newest messages of a thread of 3,000 are read from its index, and no others", async ({
  service,
  workspace,
  owner,
}) => {
  const { orm } = service.database;
  const [long, short, other] = [await owner.newClient(), await owner.newClient(), await owner.newClient()];
  // Those of another client are newer: going through the workspace's would read twice as many.
  for (const [client, count] of [
    [long, many],
    [short, 15],
    [other, 2 * many],
  ] as const)
    await orm.execute(sql`
      insert into upstream.messages (workspace_id, client_id, kind, source, is_from_client, author_account_id, author_name, body, search_text)
      select ${workspace.id}, ${client.id}, 'message', 'workspace', false, ${owner.accountId}, 'Ada', 'Line ' || n, 'line ' || n
      from generate_series(1, ${count}::integer) n`);
  await orm.execute(sql`analyze upstream.messages`);
  const { rows } = await orm.execute<{ "QUERY PLAN": unknown }>(sql`
    explain (analyze, format json) select m.id from upstream.messages m
    where m.client_id = ${long.id} and m.workspace_id = ${workspace.id} order by m.number desc, m.id desc limit 31`);
  const plan = JSON.stringify(rows[0]?.["QUERY PLAN"]);
  expect(plan).toMatch(/"messages_(?:thread|client)"/);
  expect(plan).not.toContain('"Seq Scan"');
  for (const client of [long, short]) {
    const page = await owner.get(
      `/messages?filter[client_id]=${client.id}&sort=-number&page[limit]=30&page[count]=false`,
    );
    expect(page.records).toHaveLength(client === long ? 30 : 15);
  }
  const newest = await owner.get(`/messages?filter[client_id]=${long.id}&page[limit]=1`);
  expect(newest.records[0]?.attributes.body).toBe(`Line ${many}`);
});
