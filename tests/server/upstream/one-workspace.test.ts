/**
 * Which statements of the service work on rows of several workspaces: those that docs/operating.md names, and no others. Two workspaces
 * hold the same, people are in both of them, and all recurring work is due in both.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { insertMembership } from "#server/upstream/identity/memberships.ts";
import { markBounced } from "#server/upstream/notifications/bounces.ts";
import { walkHistory } from "#tests/support/history-walk.ts";
import { accept, invite, type TestClient } from "#tests/support/portal-service.ts";
import { pushHost } from "#tests/support/push-service.ts";
import { uploadFile } from "#tests/support/uploads.ts";
import type { TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { namedInGuide, startWatched, tablesIn, unnamed, type Watch } from "#tests/support/watched-workspaces.ts";
import { walkMembership } from "./activities/members-walk.ts";
import { finished, startExport } from "./exports/exporting.ts";
import { newForeignRecords } from "./foreign-records.ts";

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  schema: z.looseObject({ enum: z.array(z.unknown()).optional(), pattern: z.string().optional() }),
});
type Parameter = z.infer<typeof parameter>;
const operation = z.object({ parameters: z.array(parameter) });
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Of somebody in a household of each workspace. */
const email = "ida@both.example";

/** In days from now: mornings anywhere, days on which something ends, and when all has ended. */
const moments = [0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 8, 16, 40, 500];

let service: UpstreamService;
let watch: Watch;
let read = 0;

beforeAll(async () => {
  let daysAhead = 0;
  const repeated = vi.spyOn(globalThis, "setInterval");
  [service, watch] = await startWatched({ clock: () => new Date(Date.now() + daysAhead * 86_400_000) });
  // The last ones first: what they look for has not been deleted by the others.
  const chores = repeated.mock.calls.map(([chore]) => chore).reverse();
  repeated.mockRestore();
  const twins = [await service.newWorkspace(), await service.newWorkspace()] as const;
  const [mine] = twins;
  const records = await fill(twins);
  read = await readAll(mine, await clientOfBoth(twins), records);
  const walk = walkHistory(() => mine.owner);
  await walkMembership(walk, service, mine);
  await makeDue(twins);
  for (daysAhead of moments) for (const chore of chores) await chore();
  await markBounced(service.database.orm, email, "550 no such user");
  await write(["update upstream.workspaces set purge_at = now() - interval '1 day'"]);
  for (const chore of chores) await chore();
}, 180_000);
afterAll(() => service.close());

/** Gives the ids of the first one's records, by the paths of their collections. */
async function fill([mine, other]: readonly [TestWorkspace, TestWorkspace]): Promise<ReadonlyMap<string, string>> {
  const records = await newForeignRecords(service, mine);
  await newForeignRecords(service, other);
  const membership = { workspaceId: other.id, accountId: mine.owner.accountId, role: "admin" } as const;
  await insertMembership(service.database.orm, membership, new Date());
  return records;
}

async function clientOfBoth([mine, other]: readonly [TestWorkspace, TestWorkspace]): Promise<TestClient> {
  const { id } = await mine.owner.newClient({ name: "Ida Both", email });
  await invite(mine.owner, id);
  const twin = await other.owner.newClient({ name: "Ida Both", email });
  const client = await accept(service, email);
  await invite(other.owner, twin.id);
  await client.send("POST", `/portal/households/${twin.id}/acceptance`);
  await client.get("/portal/overview");
  await service.send("POST", "/portal/sign_in_links", { type: "sign_in_link", attributes: { email } });
  for (const [{ owner }, clientId] of [
    [mine, id],
    [other, twin.id],
  ] as const)
    await owner.send("POST", "/messages", { type: "message", attributes: { clientId, body: "Good morning." } });
  await mine.owner.send("POST", `/clients/${id}/copies`, { type: "person_copy", attributes: {} });
  return client;
}

/** Reads whatever can be read, by each filter and in each order. @returns how often something was answered */
async function readAll(mine: TestWorkspace, client: TestClient, records: ReadonlyMap<string, string>): Promise<number> {
  const { paths } = description.parse(JSON.parse((await service.send("GET", "/open_api")).text));
  let answers = 0;
  for (const [path, { get }] of Object.entries(paths)) {
    // Waits for what happens.
    if (get === undefined || path === "/message_events") continue;
    const id = records.get(path.split("/{id}")[0] ?? "") ?? randomUUID();
    const address = path.replace("{id}", id).replaceAll(/\{\w+\}/g, randomUUID());
    const reader = path.startsWith("/portal/") ? client : mine.owner;
    for (const query of ["", ...get.parameters.flatMap((one) => queriesOf(one, records))])
      if ((await reader.get(address + query)).status === 200) answers += 1;
  }
  return answers;
}

function queriesOf({ name, in: place, schema }: Parameter, records: ReadonlyMap<string, string>): string[] {
  if (place !== "query" || /^(fields|page\[(after|before|limit)\])/.test(name)) return [];
  return valuesOf(name, schema, records).map((value) => `?${new URLSearchParams({ [name]: value })}`);
}

function valuesOf(
  name: string,
  { pattern = "", enum: values }: Parameter["schema"],
  records: ReadonlyMap<string, string>,
) {
  const words = pattern.match(/\w{3,}/g) ?? [];
  if (name === "sort") return words;
  if (name === "include") return [words.join(",")];
  if (name === "page[count]") return ["true"];
  if (values !== undefined) return values.map(String);
  const [, named = ""] = /\[(\w+)_id\]/.exec(name) ?? [];
  return [records.get(`/${named}s`) ?? "maya"];
}

const oneOfEach = (table: string) => `select distinct on (workspace_id) id from upstream.${table}`;

/** Has something of each kind in each workspace that recurring work takes care of. */
const due = [
  `update upstream.documents set trashed_at = now() - interval '90 days' where id in (${oneOfEach("documents")})`,
  "update upstream.inspection_reports set state = 'queued', requested_at = now() - interval '3 hours'",
  "update upstream.document_summaries set state = 'queued', failure = null, approved_at = null, requested_at = now() - interval '3 hours'",
  `insert into upstream.document_texts (file_id, workspace_id, inserted_at)
    select id, workspace_id, now() - interval '1 hour' from upstream.files
    on conflict (file_id) do update set state = 'queued', inserted_at = excluded.inserted_at`,
  `insert into upstream.folders (workspace_id, package_id, name, name_key, trashed_at)
    select distinct on (workspace_id) workspace_id, id, 'Old', 'old', now() - interval '90 days' from upstream.packages`,
  "update upstream.inbound_mails set state = 'queued', inserted_at = now() - interval '1 hour'",
  `insert into upstream.retained_data (workspace_id, part, reason, keep_until, kept_by_name, content)
    select id, 'answers', 'Tax law', '2020-12-31', 'Ada', '{}' from upstream.workspaces`,
  `update upstream.pictures set held_until = now() - interval '1 hour' where id in (${oneOfEach("pictures")})`,
  "update upstream.packages set offer_due_at = now() + interval '20 hours'",
  `insert into upstream.offers (workspace_id, opportunity_id, price_amount, price_currency, expires_at)
    select distinct on (workspace_id) workspace_id, id, 1, 'USD', now() + interval '20 hours' from upstream.opportunities`,
  `insert into upstream.share_viewings (token_hash, share_link_id, workspace_id, expires_at)
    select sha256(id::text::bytea), id, workspace_id, now() from upstream.share_links`,
  `insert into upstream.push_subscriptions
      (workspace_id, session_id, account_id, endpoint, browser_key, auth_secret, topics, shows_names)
    select m.workspace_id, s.id, s.account_id, 'https://${pushHost}/' || m.id, 'x', 'x', '{messages}', false
    from upstream.sessions s join upstream.memberships m using (account_id)`,
  `insert into upstream.push_deliveries (subscription_id, about_id, due_at)
    select s.id, n.id, now() from upstream.push_subscriptions s join upstream.notifications n using (account_id, workspace_id)`,
  // Sessions are kept for a week after their end.
  "update upstream.sessions set expires_at = now() + interval '12 days'",
];

async function makeDue(twins: readonly TestWorkspace[]): Promise<void> {
  for (const { owner } of twins) {
    await uploadFile(service, owner);
    await startExport(owner);
    await finished(owner);
  }
  await write(due);
}

/** Past what is watched. */
async function write(statements: readonly string[]): Promise<void> {
  const connection = new pg.Client({ connectionString: service.database.connectionString });
  await connection.connect();
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}

test("statements that work on rows of several workspaces are those that the guide names", () => {
  expect(unnamed(watch)).toEqual([]);
  const found = [...watch.crossings.values()].map(({ tables }) => tables);
  expect(found.toSorted()).toEqual(namedInGuide("what reaches further").toSorted());
});

test("the guide names the tables whose rows are of no workspace, or have its id in their primary key", async () => {
  const { rows } = await service.database.pool.query<{ name: string; has: boolean; leads: boolean }>(`
    select c.relname as name, k.attname is not null as has, coalesce(k.attnum = any (p.conkey), false) as leads
    from pg_class c left join pg_attribute k on k.attrelid = c.oid and k.attname = 'workspace_id'
    left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
    where c.relnamespace = 'upstream'::regnamespace and c.relkind = 'r' order by 1`);
  const named = namedInGuide("rows");
  expect(named.toSorted()).toEqual(rows.filter(({ has, leads }) => leads || !has).map(({ name }) => name));
  expect(rows.filter(({ has }) => has).length).toBeGreaterThan(80);
});

test("nearly all of the service was watched: its tables, its lists, and what it does by itself", () => {
  const seen = new Set([...watch.trials.keys()].flatMap((statement) => tablesIn(statement, watch.tables)));
  // Those that triggers alone write, and a few whose rows nobody makes here.
  expect(watch.tables.filter((table) => !seen.has(table)).length).toBeLessThan(12);
  expect(watch.trials.size).toBeGreaterThan(600);
  expect(read).toBeGreaterThan(500);
  const ofWorkspaces = [...watch.trials.keys()].filter((statement) => tablesIn(statement, watch.tables).length > 0);
  const bare = ofWorkspaces.filter((statement) => !/workspace_?id|"workspaces"\."id"/i.test(statement)).length;
  process.stdout.write(`Of ${ofWorkspaces.length} statements about workspaces, ${bare} do not name the workspace.\n`);
});
