/** Read positions of two threads that become one. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import type { BeforeMerge } from "../tables.ts";

interface Pair {
  readonly stays: string;
  readonly gone: string;
}

const position = z.object({
  account_id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
  read_at: z.string().nullable(),
  is_unread: z.boolean(),
  first_unread: z.string().nullable(),
});
type ReadPosition = z.output<typeof position>;

/** By the first unread message in each thread. */
export async function readPositions(database: Queries, { stays, gone }: Pair): Promise<readonly ReadPosition[]> {
  const { rows } = await database.execute(sql`
    with readers as (
      select client_id, account_id, email, name, read_at::text, is_unread, last_read_number from upstream.message_reads
      where client_id in (${stays}, ${gone})
      union all
      select client_id, null, email_key, '', null, false, 0 from upstream.portal_invitations i
      where client_id in (${stays}, ${gone}) and not exists (
        select from upstream.message_reads r where r.client_id = i.client_id and r.email = i.email_key)
    )
    select account_id, email, name, read_at, is_unread, (
      select m.id from upstream.messages m where m.client_id = r.client_id and m.number > r.last_read_number
        and m.deleted_at is null and case when r.email is null then m.author_account_id is distinct from r.account_id
          else not m.is_from_client and m.kind <> 'note' end
      order by m.number limit 1) as first_unread
    from readers r`);
  return z.array(position).parse(rows);
}

/** Up to the first message that was unread in either thread. */
export async function joinReads(
  database: Queries,
  clientId: string,
  positions: readonly ReadPosition[],
): Promise<void> {
  if (positions.length === 0) return;
  await database.execute(sql`
    with newest as (select coalesce(max(number), 0) as number from upstream.messages where client_id = ${clientId}),
    joined as (
      select p.account_id, p.email, max(p.name) as name, max(p.read_at) as read_at, bool_or(p.is_unread) as is_unread,
        coalesce(min(m.number) - 1, (select number from newest)) as last_read_number
      from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as p (account_id uuid, email text, name text,
        read_at timestamptz, is_unread boolean, first_unread uuid)
      left join upstream.messages m on m.id = p.first_unread
      group by p.account_id, p.email
    ), known as (
      update upstream.message_reads r set last_read_number = joined.last_read_number, is_unread = joined.is_unread,
        read_at = joined.read_at
      from joined where r.client_id = ${clientId} and r.account_id is not distinct from joined.account_id
        and r.email is not distinct from joined.email
      returning r.account_id, r.email
    )
    insert into upstream.message_reads (client_id, workspace_id, account_id, email, name, last_read_number, is_unread, read_at)
    select ${clientId}, c.workspace_id, j.account_id, j.email, j.name, j.last_read_number, j.is_unread, j.read_at
    from joined j join upstream.clients c on c.id = ${clientId}
    where not exists (select from known k where k.account_id is not distinct from j.account_id
      and k.email is not distinct from j.email)`);
}

const read = z.object({
  account_id: z.string().nullable(),
  email: z.string().nullable(),
  last_read_number: z.coerce.number(),
  is_unread: z.boolean(),
  read_at: z.string().nullable(),
});

/** For an undo. */
export async function readReads(database: Queries, clientId: string): Promise<BeforeMerge["reads"]["before"]> {
  const { rows } = await database.execute(sql`
    select account_id, email, last_read_number, is_unread, read_at::text from upstream.message_reads
    where client_id = ${clientId}`);
  return z.array(read).parse(rows);
}

/** But for those who have read, or have news, since the merge. */
export async function restoreReads(
  database: Queries,
  clientId: string,
  { before, after }: BeforeMerge["reads"],
): Promise<void> {
  const columns = sql.raw(
    "account_id uuid, email text, last_read_number bigint, is_unread boolean, read_at timestamptz",
  );
  await database.execute(sql`
    with same as (
      select r.account_id, r.email from upstream.message_reads r
      join jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as a (${columns})
        on a.account_id is not distinct from r.account_id and a.email is not distinct from r.email
      where r.client_id = ${clientId} and r.last_read_number = a.last_read_number and r.is_unread = a.is_unread
        and r.read_at is not distinct from a.read_at
    ), had as (select * from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b (${columns})), gone as (
      delete from upstream.message_reads r using same where r.client_id = ${clientId}
        and same.account_id is not distinct from r.account_id and same.email is not distinct from r.email
        and not exists (select from had where had.account_id is not distinct from r.account_id
          and had.email is not distinct from r.email)
    )
    update upstream.message_reads r set last_read_number = had.last_read_number, is_unread = had.is_unread,
      read_at = had.read_at
    from same, had where r.client_id = ${clientId}
      and same.account_id is not distinct from r.account_id and same.email is not distinct from r.email
      and had.account_id is not distinct from r.account_id and had.email is not distinct from r.email`);
}
