/** A person of a client: the client, or somebody of the household. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { notFound } from "../engine/refusal.ts";
import { portalAccess } from "../tables.ts";

interface PersonOfClient {
  readonly workspaceId: string;
  readonly clientId: string;
  /** Null for the client. */
  readonly clientPersonId: string | null;
}

export interface DataSubject extends PersonOfClient {
  readonly name: string;
  /** The client's name. */
  readonly household: string;
  /** In their spelling. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** Normalized; earlier ones unless somebody else of the household has them. */
  readonly emails: readonly string[];
  readonly names: readonly string[];
  /** Of uploads, in the portal and by email. */
  readonly uploaderIds: readonly string[];
}

const subjectRow = z.object({
  name: z.string(),
  household: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  emails: z.array(z.string()),
  names: z.array(z.string()),
  uploader_ids: z.array(z.string()),
});

/** @throws Refusal 404 for somebody outside of the household */
async function findDataSubject(
  database: Pick<Queries, "execute">,
  { workspaceId, clientId, clientPersonId }: PersonOfClient,
): Promise<DataSubject> {
  const { rows } = await database.execute(sql`
    with people as (
      select id as subject_id, name, email, email_key, phone_number, true as is_client from upstream.clients
        where id = ${clientId} and workspace_id = ${workspaceId}
      union all select id, name, email, email_key, phone_number, false from upstream.client_people
        where client_id = ${clientId} and workspace_id = ${workspaceId}
    ), subject as (
      select * from people where subject_id = ${clientPersonId ?? clientId} and is_client = ${clientPersonId === null}
    ), called as (
      -- A client who has the person's address is the household under a name of its own.
      select subject_id, name from subject union select people.subject_id, people.name from people join subject
        on people.is_client and people.email_key = subject.email_key
    ), earlier as (
      select change.item ->> 'field' as field, side.said #>> '{}' as value
      from called join upstream.activities event on event.subject_id = called.subject_id
      cross join jsonb_array_elements(event.changes) as change (item)
      cross join lateral (values (change.item -> 'before'), (change.item -> 'after')) as side (said)
      where event.workspace_id = ${workspaceId} and event.subject_type in ('client', 'client_person')
        and change.item ->> 'field' in ('name', 'email') and jsonb_typeof(side.said) = 'string'
    ), emails as (
      select email_key as key from subject where email_key is not null
      union select lower(value) from earlier where field = 'email'
        and lower(value) not in (select other.email_key from people other
          where other.subject_id not in (select subject_id from called) and other.email_key is not null)
    ), names as (
      select name from called union select value from earlier where field = 'name'
      -- What they called themselves on a public page, where nobody else of the household is called so.
      union select request.name from upstream.contact_requests request
        where request.workspace_id = ${workspaceId} and request.email_key in (select key from emails)
          and request.name not in (select other.name from people other where other.subject_id not in (select subject_id from called))
    )
    select subject.name, subject.email, subject.phone_number,
      (select name from upstream.clients where id = ${clientId}) as household,
      (select coalesce(json_agg(key), '[]') from emails) as emails,
      (select coalesce(json_agg(name), '[]') from names) as names,
      (select coalesce(json_agg(id), '[]') from (
        select id from upstream.portal_people where email in (select key from emails)
        union all select id from upstream.reply_addresses
          where client_id = ${clientId} and email in (select key from emails)) uploaders (id)) as uploader_ids
    from subject`);
  const [row] = rows;
  if (row === undefined) throw notFound();
  const { phone_number: phoneNumber, uploader_ids: uploaderIds, ...read } = subjectRow.parse(row);
  return { workspaceId, clientId, clientPersonId, phoneNumber, uploaderIds, ...read };
}

/**
 * The person in all households of the workspace whose portal their address opens, or is invited to; the one that is asked about comes
 * first. @throws Refusal 404
 */
export async function findDataSubjects(
  database: Pick<Queries, "execute">,
  asked: PersonOfClient,
): Promise<readonly [DataSubject, ...DataSubject[]]> {
  const { workspaceId, clientId, clientPersonId } = asked;
  const { rows } = await database.execute<{ client_id: string; client_person_id: string | null }>(sql`
    select ${portalAccess.clientId}, ${portalAccess.clientPersonId} from ${portalAccess}
    where ${portalAccess.workspaceId} = ${workspaceId} and ${portalAccess.clientId} <> ${clientId}
      and ${portalAccess.email} = coalesce((select email_key from upstream.client_people where id = ${clientPersonId}::uuid),
        (select email_key from upstream.clients where id = ${clientId} and ${clientPersonId}::uuid is null))
    order by ${portalAccess.clientId}`);
  const subjects: [DataSubject, ...DataSubject[]] = [await findDataSubject(database, asked)];
  for (const { client_id, client_person_id } of rows)
    subjects.push(
      await findDataSubject(database, { workspaceId, clientId: client_id, clientPersonId: client_person_id }),
    );
  return subjects;
}

export const texts = (list: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;

export const ids = (list: readonly string[]) => sql`${texts(list)}::uuid[]`;

/** SQL of whether the person uploaded the version `v`. */
export const isOwnVersion = ({ uploaderIds }: DataSubject) => sql`exists (select from upstream.files f
  join upstream.objects stored on stored.storage_key = f.storage_key
  where f.id = v.file_id and stored.account_id = any (${ids(uploaderIds)}))`;
