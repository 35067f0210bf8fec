/** Joins two threads in the order of time. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { summarizeThread } from "../messages/add-message.ts";
import type { BeforeMerge } from "../tables.ts";

interface Pair {
  readonly stays: string;
  readonly gone: string;
}

/** In the order in which writers lock. */
export async function lockThreads(database: Queries, { stays, gone }: Pair): Promise<void> {
  await database.execute(sql`
    select from upstream.message_threads where client_id in (${stays}, ${gone}) order by client_id for update`);
}

/** Null without a thread. */
export async function readThread(database: Queries, clientId: string): Promise<BeforeMerge["thread"]> {
  const { rows } = await database.execute<{ since: string | null; version: number }>(sql`
    select needs_reply_since::text as since, version from upstream.message_threads where client_id = ${clientId}`);
  const [row] = rows;
  return row === undefined ? null : { needsReplySince: row.since, version: row.version };
}

/** Orders the messages by time; each thread keeps its order. @returns the former numbers that changed */
export async function orderByTime(database: Queries, { stays, gone }: Pair): Promise<BeforeMerge["numbers"]> {
  const { rows } = await database.execute(sql`
    with timed as (
      select id, number, max(inserted_at) over (partition by client_id order by number) as at
      from upstream.messages where client_id in (${stays}, ${gone})
    ), placed as (
      select id, number, row_number() over (order by at, number) as place, row_number() over (order by number) as slot from timed
    ), wanted as (
      select message.id, message.number as before, slot.number as after
      from placed message join placed slot on slot.slot = message.place where message.number <> slot.number
    )
    update upstream.messages m set number = wanted.after from wanted where m.id = wanted.id
    returning m.id, wanted.before::float8 as number`);
  return z.array(z.object({ id: z.string(), number: z.number() })).parse(rows);
}

/** Gives messages their former numbers. */
export async function restoreNumbers(database: Queries, numbers: BeforeMerge["numbers"]): Promise<void> {
  if (numbers.length === 0) return;
  await database.execute(sql`
    update upstream.messages m set number = had.number
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as had (id uuid, number bigint) where m.id = had.id`);
}

/** After the messages are moved. A need for a reply stays. */
export async function joinThreads(database: Queries, { stays, gone }: Pair): Promise<void> {
  await database.execute(sql`
    insert into upstream.message_threads as own (client_id, workspace_id, needs_reply, needs_reply_since)
    select ${stays}, workspace_id, needs_reply, needs_reply_since from upstream.message_threads where client_id = ${gone}
    on conflict (client_id) do update set needs_reply = own.needs_reply or excluded.needs_reply,
      needs_reply_since = least(own.needs_reply_since, excluded.needs_reply_since), version = own.version + 1`);
  await summarizeThread(database, stays);
}

/** The need for a reply is as before, unless somebody wrote since. */
export async function separateThreads(
  database: Queries,
  { stays, gone }: Pair,
  { before, after }: { readonly before: BeforeMerge["thread"]; readonly after: number | null },
): Promise<void> {
  const since = before?.needsReplySince ?? null;
  await database.execute(sql`
    update upstream.message_threads set needs_reply = ${since !== null}, needs_reply_since = ${since}::timestamptz,
      version = version + 1
    where client_id = ${stays} and version = ${after}`);
  await summarizeThread(database, stays);
  await summarizeThread(database, gone);
  await database.execute(sql`
    delete from upstream.message_threads t where t.client_id = ${stays} and ${before === null}::boolean
      and not exists (select from upstream.messages m where m.client_id = ${stays})`);
}
