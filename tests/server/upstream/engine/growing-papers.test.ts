/** What a page of documents, threads, links, saved views and notifications costs, in exact counts of blocks read, however many there are. */
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { blocksOfList } from "#tests/support/read-blocks.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

// Counts depend on how the database plans, and its plans on all the rows that it has.
const test = upstreamTest({ open: openOwnDatabase });

const few = 100;
const many = 15_000;

interface Filled {
  readonly person: TestPerson;
  /** Text in a path that stands for an id. */
  readonly ids: Readonly<Record<string, string>>;
}

let small: Filled;
let large: Filled;

test.beforeAll(async ({ service }) => {
  small = await fill(service, few);
  large = await fill(service, many);
  await service.database.pool.query("analyze");
}, 120_000);

/** Most are of one property and one client, the others of as many as there are. */
async function fill(service: UpstreamService, count: number): Promise<Filled> {
  const person = (await service.newWorkspace()).owner;
  const { orm } = service.database;
  const { workspaceId, accountId } = person;
  const { id: CLIENT } = await person.newClient();
  const {
    rows: [property],
  } = await orm.execute<{ id: string }>(sql`
    insert into upstream.packages (workspace_id, assigned_account_id, number, street, time_zone, street_key, area_key, search_text)
    values (${workspaceId}, ${accountId}, 1, 'Elm', 'UTC', 'elm', '', 'elm') returning id`);
  const PACKAGE = property?.id ?? "";
  const moment = sql`timestamptz '2026-01-01' + n * interval '37 seconds'`;
  // Twenty, spread among all.
  const isFew = sql.raw(`n % ${count / 20} = 0`);
  const numbers = sql`generate_series(1, ${count}::integer) n`;
  const {
    rows: [folder],
  } = await orm.execute<{ id: string }>(sql`
    insert into upstream.folders (workspace_id, package_id, name, name_key)
    values (${workspaceId}, ${PACKAGE}, 'Papers', 'papers') returning id`);
  const FOLDER = folder?.id ?? "";
  // One in three is the property's, the client's, or the workspace's.
  await orm.execute(sql`
    with kept as (
      insert into upstream.objects (storage_key, workspace_id, account_id, size, expires_at)
      select ${workspaceId}::text || '/' || n, ${workspaceId}::uuid, ${accountId}::uuid, n, now() from ${numbers} returning storage_key, size
    ), file as (
      insert into upstream.files (workspace_id, account_id, storage_key, uri, name, mime, kind, size)
      select ${workspaceId}::uuid, ${accountId}::uuid, storage_key, storage_key, 'File', 'application/pdf', 'pdf', size from kept
      returning id, size as n
    )
    insert into upstream.documents (workspace_id, account_id, package_id, client_id, folder_id, label, label_key, file_id, mime,
      kind, size, search_text, inserted_at, updated_at, trashed_at)
    select ${workspaceId}::uuid, ${accountId}::uuid, case n % 3 when 0 then ${PACKAGE}::uuid end,
      case n % 3 when 1 then ${CLIENT}::uuid end, case when n % 6 = 0 then ${FOLDER}::uuid end, 'Paper ' || n,
      'paper ' || lpad(n::text, 5, '0'), id, 'application/pdf', 'pdf', n, 'paper ' || n || case when n <= 10 then ' gazebo' else '' end,
      ${moment}, ${moment}, case when ${isFew} then now() end
    from file`);
  await orm.execute(sql`
    with client as (
      insert into upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text, archived_at)
      select ${workspaceId}::uuid, ${accountId}::uuid, 'Client ' || n, 'c@client.example', 'client ' || n, 'c', 'client ' || n,
        case when ${isFew} then now() end
      from ${numbers} returning id
    ), thread as (
      insert into upstream.message_threads (client_id, workspace_id, last_number, last_words, needs_reply, needs_reply_since)
      select id, ${workspaceId}::uuid, n, 'Hello', ${isFew}, case when ${isFew} then now() end
      from (select id, row_number() over (order by id) n from client) numbered returning client_id, last_number as n
    )
    insert into upstream.message_reads (client_id, workspace_id, account_id, name, is_unread, read_at)
    select client_id, ${workspaceId}::uuid, ${accountId}::uuid, 'Agent', ${isFew}, now() from thread`);
  await orm.execute(sql`
    insert into upstream.messages (workspace_id, client_id, kind, source, is_from_client, author_name, body, search_text)
    select ${workspaceId}::uuid, ${CLIENT}::uuid, 'message', 'workspace', false, 'Agent', 'Hello', 'hello' from ${numbers}`);
  await orm.execute(sql`
    insert into upstream.share_links (workspace_id, package_id, account_id, label, allows_download, inserted_at, revoked_at)
    select ${workspaceId}::uuid, ${PACKAGE}::uuid, ${accountId}::uuid, 'Link ' || n, true, ${moment}, case when n % 2 = 0 then now() end
    from ${numbers}`);
  await orm.execute(sql`
    insert into upstream.notifications (workspace_id, account_id, kind, topic, client_id, subject_type, subject_id, inserted_at, read_at)
    select ${workspaceId}::uuid, ${accountId}::uuid, 'document_received', 'documents', ${CLIENT}::uuid, 'client', ${CLIENT}::uuid,
      ${moment}, case when not ${isFew} then now() end
    from ${numbers}`);
  // As many as people have made, of whom none sees another's.
  await orm.execute(sql`
    with account as (
      insert into upstream.accounts (email, first_name) select n || '@' || ${workspaceId}::text || '.example', 'Somebody' from ${numbers} returning id
    ), member as (
      insert into upstream.memberships (account_id, workspace_id, role) select id, ${workspaceId}::uuid, 'member' from account
      returning account_id
    )
    insert into upstream.saved_views (workspace_id, account_id, list, name, name_key, parameters)
    select ${workspaceId}::uuid, account_id, 'clients', 'View', 'view', '{}' from member`);
  return { person, ids: { CLIENT, PACKAGE, FOLDER } };
}

const withIds = (path: string, { ids }: Filled) => path.replace(/[A-Z]{6,}/g, (name) => ids[name] ?? name);

test.for([
  "/documents?include=folder&sort=-inserted_at",
  "/documents?include=folder&sort=label",
  "/documents?include=folder&sort=-size",
  "/documents?include=folder&sort=-updated_at",
  "/documents?include=folder&filter[search]=gazebo",
  "/documents?include=folder&filter[trashed]=true&sort=-updated_at",
  "/documents?filter[package_id]=PACKAGE&sort=label",
  "/documents?filter[package_id]=PACKAGE&filter[folder_id]=none&sort=label",
  "/documents?filter[package_id]=PACKAGE&filter[folder_id]=FOLDER&sort=label",
  "/documents?filter[package_id]=PACKAGE&sort=-inserted_at&page[count]=false",
  "/documents?filter[client_id]=CLIENT&sort=-inserted_at&page[count]=false",
  "/documents?filter[client_id]=CLIENT&sort=label",
  "/documents?filter[workspace]=true&sort=label",
  "/documents?filter[workspace]=true&filter[folder_id]=none&sort=label",
  "/message_threads",
  "/message_threads?filter[needs_reply]=true",
  "/message_threads?filter[unread]=true",
  "/message_threads?filter[mine]=true",
  "/message_threads?filter[archived]=true",
  "/messages?filter[client_id]=CLIENT&page[limit]=30",
  "/share_links?filter[package_id]=PACKAGE",
  "/saved_views?filter[list]=clients&sort=name&page[limit]=100&page[count]=false",
  "/notifications?page[limit]=15&page[count]=false",
  "/notifications?page[limit]=15&page[count]=false&filter[unread]=true",
])("%s of many reads hardly more than of few", async (path, { service }) => {
  const [fewBlocks = 0, manyBlocks = 0] = [
    await blocksOfList(service, small.person, withIds(path, small)),
    await blocksOfList(service, large.person, withIds(path, large)),
  ];
  expect(fewBlocks).toBeGreaterThan(0);
  // Twenty among many lie in a block each, and a table of few may be read whole in place of 100 blocks of an index. The whole
  // of the smallest table of many would be 200 blocks more.
  expect(manyBlocks).toBeLessThanOrEqual(fewBlocks + 160);
});
