/** What was begun to write to two clients that become one. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import type { BeforeMerge } from "../tables.ts";

const draft = z.object({
  account_id: z.string().nullable(),
  email: z.string().nullable(),
  body: z.string(),
  package_id: z.string().nullable(),
  document_ids: z.array(z.string()),
  version: z.int(),
});

/** What is kept of a thread's drafts for an undo. */
export async function readDrafts(database: Queries, clientId: string): Promise<BeforeMerge["drafts"]> {
  const { rows } = await database.execute(sql`
    select account_id, email, body, package_id, to_jsonb(document_ids) as document_ids, version
    from upstream.message_drafts where client_id = ${clientId}`);
  return z.array(draft).parse(rows);
}

/** Who has begun to write in both finds both texts, one below the other. */
export async function joinDrafts(
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

/**
 * Gives drafts the texts that they had, unless somebody went on writing.
 * @param joined the drafts right after the merge
 */
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
