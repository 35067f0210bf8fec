/** What a page of deals, of tasks and of events costs, in exact counts of blocks read, however many there are. */
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { blocksOfList } from "#tests/support/read-blocks.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const few = 100;
const many = 6_000;

let small: TestPerson;
let large: TestPerson;

test.beforeAll(async ({ service }) => {
  small = (await service.newWorkspace()).owner;
  large = (await service.newWorkspace()).owner;
  await fill(service, small, few);
  // Without statistics the triggers would look through all deals of the client for each new one.
  await service.database.pool.query("analyze");
  await fill(service, large, many);
  await service.database.pool.query("analyze");
}, 120_000);

/** One statement that adds them all would take longer than any may, on a busy machine. */
const mostAtOnce = 500;

/** Each property has a deal, with a task and two events; the tasks are due from a month ago on, one a day. */
async function fill(service: UpstreamService, person: TestPerson, count: number) {
  const { id: clientId } = await person.newClient();
  for (let before = 0; before < count; before += mostAtOnce)
    await addDeals(service, person, clientId, [before + 1, Math.min(before + mostAtOnce, count)]);
}

async function addDeals(
  { database }: UpstreamService,
  { workspaceId, accountId }: TestPerson,
  clientId: string,
  [first, last]: readonly [first: number, last: number],
) {
  const moment = sql`timestamptz '2026-01-01' + number * interval '37 seconds'`;
  await database.orm.execute(sql`
    with property as (
      insert into upstream.packages (workspace_id, number, street, time_zone, street_key, area_key, search_text)
      select ${workspaceId}::uuid, n, 'Elm', 'UTC', 'elm', '', 'elm' from generate_series(${first}::integer, ${last}::integer) n
      returning id, workspace_id, number
    ), deal as (
      insert into upstream.opportunities (workspace_id, assigned_account_id, client_id, package_id, rank, stage, inserted_at, updated_at)
      select workspace_id, ${accountId}::uuid, ${clientId}::uuid, id, (array['Low', 'Medium', 'High'])[1 + number % 3],
        (array['open', 'offer_sent', 'lost'])[1 + number % 3], ${moment}, ${moment} from property
      returning id, workspace_id
    )
    insert into upstream.activities (workspace_id, client_id, opportunity_id, kind, topic, label, subject_type, subject_id,
      actor_account_id, occurred_at)
    select workspace_id, ${clientId}::uuid, id, 'opportunity.updated', 'opportunities', 'Changed', 'opportunity', id,
      ${accountId}::uuid, now() from deal, generate_series(1, 2)`);
  await database.orm.execute(sql`
    insert into upstream.tasks (workspace_id, title, opportunity_id, assignee_account_id, due_on)
    select deal.workspace_id, 'Call', deal.id, ${accountId}::uuid, current_date + package.number - 30
    from upstream.opportunities deal join upstream.packages package on package.id = deal.package_id
    where package.workspace_id = ${workspaceId} and package.number between ${first} and ${last}`);
}

test.for([
  "/opportunities?include=client,package",
  "/opportunities?include=client,package&filter[stage]=offer_sent",
  "/opportunities?include=client,package&filter[rank]=Low",
  "/opportunities?include=client,package&filter[assigned_account_id]=ME",
  "/opportunities?include=client,package&filter[active]=false",
  "/tasks",
  "/tasks?filter[done]=false",
  "/tasks?filter[done]=false&sort=title",
  "/tasks?filter[done]=false&sort=-due_on",
  "/tasks?filter[group]=overdue",
  "/tasks?filter[group]=later",
  "/tasks?filter[assignee_id]=ME&filter[done]=false",
  "/activities?page[limit]=30",
  "/activities?page[limit]=30&filter[topic]=opportunities",
  "/activities?page[limit]=30&filter[actor_account_id]=ME",
  "/audit_events?page[limit]=30",
])("%s of many reads hardly more than of few", async (path, { service }) => {
  const [fewBlocks, manyBlocks] = [
    await blocksOfList(service, small, path.replace("ME", small.accountId)),
    await blocksOfList(service, large, path.replace("ME", large.accountId)),
  ];
  expect(fewBlocks).toBeGreaterThan(0);
  // The whole table would be at least 85 blocks more.
  expect(manyBlocks).toBeLessThanOrEqual(fewBlocks + 40);
});
