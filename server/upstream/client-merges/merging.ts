import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { settleLastActivity } from "../clients/client-filters.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { conflict, invalidAttribute } from "../engine/refusal.ts";
import { isRecord } from "../engine/table.ts";
import type { Write } from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import { shortened } from "../files/file-name.ts";
import { makeMove, undoMove } from "../opportunities/moving.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { readStage, type Stage } from "../opportunities/stages.ts";
import { picturePathOf, pictures } from "../pictures/pictures.ts";
import { type BeforeMerge, clientMerges, clients } from "../tables.ts";
import { type Choices, writeChosen } from "./chosen-fields.ts";
import { clientMerge } from "./client-merge.ts";
import { beginMoving, type Columns, clientPlace, moveRows, readColumns } from "./moving-rows.ts";
import { joinLinks, numberTakenNames } from "./names.ts";
import { joinReads, readPositions, readReads } from "./reads.ts";
import { joinThreads, lockThreads, orderByTime, readThread } from "./thread.ts";

interface Merging extends Choices {
  /** The client that stays. */
  readonly clientId: string;
  /** The client that is merged. */
  readonly otherId: string;
}

/**
 * Moves what belongs to the merged client; duplicates are kept for the undo. Parallel merges of a client wait. @returns the merge's id,
 * which is that of the merged client @throws Refusal 400, 403, 404, 409
 */
export async function mergeClients(write: Write<Merging>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { clientId: stays, otherId: gone } = attributes;
  if (stays === gone) throw invalidAttribute("other_id", "Choose another client.");
  const pair = { stays, gone, workspaceId: currentUser.workspaceId };
  await lockThreads(database, pair);
  await database.execute(sql`select from ${clients} where ${clients.id} in (${stays}, ${gone})
    and ${clients.workspaceId} = ${currentUser.workspaceId} order by ${clients.id} for update`);
  const own = await requireRecord(write, client, stays, "update");
  const theirs = await requireRecord(write, client, gone, "update");
  if (own.attributes.is_sample !== theirs.attributes.is_sample)
    throw invalidAttribute("other_id", "A sample client can't be merged with a client of your own.");
  const contacts = [await readColumns(database, clientPlace, stays), await readColumns(database, clientPlace, gone)];
  const [thread, drafts, positions] = [
    await readThread(database, stays),
    await readDrafts(database, stays),
    await readPositions(database, pair),
  ];
  const readBeforehand = await readReads(database, stays);
  const endedDeals = await endDoubleOpportunities(write, { ...pair, name: String(theirs.attributes.name) });
  await beginMoving(database);
  const renamed = await numberTakenNames(database, pair);
  const links = await joinLinks(database, pair);
  const chosen = await writeChosen(database, pair, attributes);
  const numbers = await orderByTime(database, pair);
  const moved = await moveRows(database, { from: gone, to: stays });
  const addedPeople = await addFormerContacts(database, stays, contacts);
  await joinThreads(database, pair);
  await joinReads(database, stays, positions);
  await joinDrafts(database, pair);
  const joinedDrafts = await readDrafts(database, stays);
  const threadVersion = (await readThread(database, stays))?.version ?? null;
  const reads = { before: readBeforehand, after: await readReads(database, stays) };
  const kept = { reads, addedPeople, renamed, links, endedDeals, numbers, thread, threadVersion, drafts, joinedDrafts };
  const before: BeforeMerge = { ...chosen, ...kept };
  await database.execute(sql`select upstream.take_out(${gone}, ${currentUser.workspaceId}, 'clients', ${gone})`);
  await database.insert(clientMerges).values({
    id: gone,
    workspaceId: currentUser.workspaceId,
    clientId: stays,
    name: String(theirs.attributes.name),
    mergedByName: nameOf(currentUser.accountId),
    moved,
    before,
  });
  await settleLastActivity(database, sql`${clients.id} = ${stays}`);
  const changes = [{ field: "client", before: theirs.attributes.name, after: own.attributes.name }];
  await recordEvent(write, clientMerge, "merged", gone, changes);
  return gone;
}

/** Null once it was swept. */
export async function readBefore(database: Queries, id: string) {
  const [row] = await database
    .select({ moved: clientMerges.moved, before: clientMerges.before })
    .from(clientMerges)
    .where(isRecord(clientMerge, id));
  return row?.before ? { moved: row.moved, before: row.before } : null;
}

const contact = z.object({
  workspace_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  email_key: z.string().nullable(),
  phone_key: z.string().nullable(),
  phone_number: z.string().nullable(),
});

/**
 * Former contacts become people of the household, since mails to their addresses lead to the client. @param contacts of both clients
 * before @returns the ids of added people
 */
async function addFormerContacts(database: Queries, clientId: string, contacts: readonly Columns[]): Promise<string[]> {
  const present = contact.parse(await readColumns(database, clientPlace, clientId));
  const added: string[] = [];
  for (const former of contacts.map((columns) => contact.parse(columns))) {
    const [mark, presentMark] =
      former.email_key === null ? [former.phone_key, present.phone_key] : [former.email_key, present.email_key];
    if (mark === null || mark === presentMark) continue;
    const { rows } = await database.execute<{ id: string }>(sql`
      insert into upstream.client_people (workspace_id, client_id, name, email, email_key, phone_number)
      values (${former.workspace_id}, ${clientId}, ${former.name}, ${former.email}, ${former.email_key}, ${former.phone_number})
      on conflict do nothing returning id`);
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

/** Unless somebody changed them. */
export async function removeAddedPeople(database: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.execute(sql`delete from upstream.client_people where id in ${[...ids]} and updated_at = inserted_at`);
}

const draft = z.object({
  account_id: z.string().nullable(),
  email: z.string().nullable(),
  body: z.string(),
  package_id: z.string().nullable(),
  document_ids: z.array(z.string()),
  version: z.int(),
});

async function readDrafts(database: Queries, clientId: string): Promise<BeforeMerge["drafts"]> {
  const { rows } = await database.execute(sql`
    select account_id, email, body, package_id, to_jsonb(document_ids) as document_ids, version
    from upstream.message_drafts where client_id = ${clientId}`);
  return z.array(draft).parse(rows);
}

async function joinDrafts(
  database: Queries,
  { stays, gone }: { readonly stays: string; readonly gone: string },
): Promise<void> {
  await database.execute(sql`
    with theirs as (select * from upstream.message_drafts where client_id = ${gone}),
    known as (
      update upstream.message_drafts own set version = own.version + 1,
        body = left(concat_ws(E'\n\n', nullif(own.body, ''), nullif(theirs.body, '')), 10000),
        package_id = coalesce(own.package_id, theirs.package_id),
        document_ids = own.document_ids || array(select id from unnest(theirs.document_ids) as id where id <> all (own.document_ids))
      from theirs where own.client_id = ${stays} and own.account_id is not distinct from theirs.account_id
        and own.email is not distinct from theirs.email
      returning own.account_id, own.email
    )
    insert into upstream.message_drafts (client_id, workspace_id, account_id, email, body, package_id, document_ids, submission_key)
    select ${stays}, workspace_id, account_id, email, body, package_id, document_ids, gen_random_uuid() from theirs t
    where not exists (select from known k where k.account_id is not distinct from t.account_id
      and k.email is not distinct from t.email)`);
}

/** Unless somebody went on writing. @param joined the drafts after the merge */
export async function restoreDrafts(
  database: Queries,
  clientId: string,
  { before, joined }: { readonly before: BeforeMerge["drafts"]; readonly joined: BeforeMerge["drafts"] },
): Promise<void> {
  await database.execute(sql`
    with had as (
      select * from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
        as had (account_id uuid, email text, body text, package_id uuid, document_ids uuid[])
    ), unchanged as (
      select d.account_id, d.email
      from jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) as j (account_id uuid, email text, version integer)
      join upstream.message_drafts d on d.client_id = ${clientId} and d.version = j.version
        and d.account_id is not distinct from j.account_id and d.email is not distinct from j.email
    ), gone as (
      delete from upstream.message_drafts d using unchanged u where d.client_id = ${clientId}
        and d.account_id is not distinct from u.account_id and d.email is not distinct from u.email and not exists (
          select from had where had.account_id is not distinct from d.account_id and had.email is not distinct from d.email)
    )
    update upstream.message_drafts d set body = had.body, package_id = had.package_id, document_ids = had.document_ids,
      version = d.version + 1
    from had join unchanged u on u.account_id is not distinct from had.account_id and u.email is not distinct from had.email
    where d.client_id = ${clientId} and d.account_id is not distinct from had.account_id
      and d.email is not distinct from had.email`);
}

type EndedOpportunity = BeforeMerge["endedDeals"][number];

/** From first to last. */
const progress: readonly string[] = [
  "open",
  "showing_scheduled",
  "showing_complete",
  "offer_suggeted",
  "offer_declined",
  "offer_sent",
  "offer_accepted",
  "inspections_underway",
] satisfies readonly Stage[];

const pair = z.object({ own_id: z.string(), own_stage: z.string(), their_id: z.string(), their_stage: z.string() });

/**
 * Of two opportunities under way for a property the one further on stays, in a tie the staying client's; the other is lost.
 * @throws Refusal 409 where the user may not change it
 */
async function endDoubleOpportunities(
  write: Write,
  { stays, gone, name }: { readonly stays: string; readonly gone: string; readonly name: string },
): Promise<EndedOpportunity[]> {
  const { rows } = await write.database.execute(sql`
    select own.id as own_id, own.stage as own_stage, theirs.id as their_id, theirs.stage as their_stage
    from upstream.opportunities own
    join upstream.opportunities theirs on theirs.package_id = own.package_id and theirs.client_id = ${gone} and theirs.is_active
    where own.client_id = ${stays} and own.is_active order by own.package_id`);
  const ended: EndedOpportunity[] = [];
  for (const { own_id, own_stage, their_id, their_stage } of z.array(pair).parse(rows)) {
    const isFurther = progressOf(their_stage) > progressOf(own_stage);
    const id = isFurther ? own_id : their_id;
    ended.push({ id, moveId: await endOpportunity(write, id, isFurther ? own_stage : their_stage, name) });
  }
  return ended;
}

function progressOf(stage: string): number {
  return progress.indexOf(stage);
}

/** @returns the move's id */
async function endOpportunity(write: Write, id: string, stage: string, name: string): Promise<string> {
  const record = await findRecord(write.database, opportunity, write.currentUser, id);
  const from = readStage(stage);
  if (from === null || record?.can?.includes("move") !== true)
    throw conflict(
      "deal_of_another",
      "Both clients have an open opportunity for the same property, and you can't change one of them. Ask an owner, admin or manager to merge these clients.",
    );
  const reasonText = `Merged with ${shortened(name, 200)}: the other opportunity for this property goes on.`;
  await makeMove({ ...write, record, attributes: { from, to: "lost", reason: "other", reasonText } });
  return latestMove(write.database, id);
}

async function latestMove(database: Queries, id: string): Promise<string> {
  const { rows } = await database.execute<{ latest_move_id: string | null }>(
    sql`select latest_move_id from upstream.opportunities where id = ${id}`,
  );
  return rows[0]?.latest_move_id ?? "";
}

export async function resumeOpportunities(write: Write, ended: readonly EndedOpportunity[]): Promise<void> {
  for (const { id, moveId } of ended) {
    const record = await findRecord(write.database, opportunity, write.currentUser, id);
    const isLatest = undoable.safeParse(record?.attributes).data?.undo?.move_id === moveId;
    if (record !== null && isLatest) await undoMove({ ...write, record, attributes: { moveId } });
  }
}

const undoable = z.object({ undo: z.object({ move_id: z.string() }).nullable() });

/** Longer than a merge can be undone. */
const keptMinutes = 60;

/** The merged client's id still leads to the other. @returns how many merges were swept */
export async function sweepMerges(database: Queries, now: Date): Promise<number> {
  const isOver = sql`merged_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${keptMinutes}) and before is not null`;
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`
      delete from ${pictures} using upstream.client_merges m
      left join upstream.kept_rows k on k.holder_id = m.id and k.table_name = 'clients'
      where m.${isOver} and ${pictures.workspaceId} = m.workspace_id
        and ${picturePathOf(pictures.id)} in (k.content ->> 'profile_image_url', m.before #>> '{client,profile_image_url,before}')
        and not exists (select from upstream.clients c where c.profile_image_url = ${picturePathOf(pictures.id)})`);
    await transaction.execute(sql`
      delete from upstream.kept_rows k using upstream.client_merges m where k.holder_id = m.id and m.${isOver}`);
    await transaction.execute(sql`
      delete from upstream.kept_links k using upstream.client_merges m where k.holder_id = m.id and m.${isOver}`);
    await transaction.execute(sql`
      delete from upstream.kept_rows k where not exists (select from upstream.client_merges m where m.id = k.holder_id)
        and not exists (select from upstream.trashed_records t where t.id = k.holder_id)
        and not exists (select from upstream.kept_rows waiting where waiting.table_name = 'client_merges'
          and waiting.content ->> 'id' = k.holder_id::text)`);
    const { rowCount } = await transaction.execute(sql`
      update upstream.client_merges m set moved = '{}', before = null where m.${isOver}`);
    return rowCount ?? 0;
  });
}
