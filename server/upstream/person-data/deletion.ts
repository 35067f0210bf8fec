/** Deletes a client's person. The household's data stay, without the name. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { clientFields } from "../clients/client-fields.ts";
import { profileFields } from "../clients/profile-fields.ts";
import { searchKeysOf } from "../clients/search-keys.ts";
import { columnNames } from "../engine/declared-fields.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { noteErasure } from "../identity/erasures.ts";
import { longestName } from "../notifications/notify.ts";
import { type CopySections, type RetainablePart, retainedData } from "../tables.ts";
import { type DataSubject, ids, isOwnVersion, texts } from "./data-subject.ts";

const deletedPerson = "Deleted person";

const deletedClient = "Deleted client";

const emptiedClient = sql.raw(emptied(columnNames(clientFields)));
const emptiedProfile = sql.raw(emptied(columnNames(profileFields)));

function emptied(columns: Readonly<Record<string, readonly string[]>>): string {
  const names = Object.values(columns).flat();
  return names.map((name) => `${name} = default`).join(", ");
}

/** Shorter names match by chance. */
const shortest = 4;

interface Own {
  readonly subject: DataSubject;
  readonly emails: SQL;
  readonly names: SQL;
  /** Names and contact details. */
  readonly called: readonly string[];
  /** What they wrote, and titles they gave. */
  readonly said: readonly string[];
  /** Of their records, and documents they sent. */
  readonly records: readonly string[];
  readonly isClient: boolean;
  readonly isAlone: boolean;
}

/** Deletes the person; the history of the client says that it was done. */
export async function deletePerson(write: WriteContext, subject: DataSubject): Promise<void> {
  const { database } = write;
  const own = await readOwn(database, subject);
  await recordEvent(write, client, "person_deleted", subject.clientId);
  await emptyHistory(database, own);
  await emptyThread(database, own);
  await removeAnswers(database, own);
  await removeDocuments(database, own);
  await removeFromOpportunities(database, own);
  await removePortal(database, own);
  await emptyKeptRows(database, own);
  await removeMails(database, own);
  await removeIdentity(database, own);
  await noteErasure(database, [subject.workspaceId]);
}

const ownRow = z.object({
  words: z.array(z.string()),
  records: z.array(z.string()),
  is_client: z.boolean(),
  has_nobody: z.boolean(),
});

async function readOwn(database: Queries, subject: DataSubject): Promise<Own> {
  const { workspaceId, clientId, clientPersonId, name, email, phoneNumber } = subject;
  const [emails, names] = [texts(subject.emails), texts(subject.names)];
  const ofOpportunities = sql`in (select id from upstream.opportunities where client_id = ${clientId})`;
  const { rows } = await database.execute(sql`
    with said as (
      select id, array[body, coalesce(original, '')] as words from upstream.messages where client_id = ${clientId} and author_email = any (${emails})
      union all select id, array[remark] from upstream.portal_answers where opportunity_id ${ofOpportunities} and email = any (${emails})
      union all select id, array[body] from upstream.portal_questions where opportunity_id ${ofOpportunities} and email = any (${emails})
      union all select id, array[note] from upstream.showings where opportunity_id ${ofOpportunities} and requested_by_email = any (${emails})
      union all select id, array[suggestion ->> 'remark'] || array(select jsonb_array_elements_text(suggestion -> 'after' -> 'preferred_areas'))
          || array(select jsonb_array_elements_text(suggestion -> 'after' -> 'property_types'))
        from upstream.portal_requests where client_id = ${clientId} and email = any (${emails})
      union all select id, array[message, name, phone_number] from upstream.contact_requests
        where workspace_id = ${workspaceId} and email_key = any (${emails})
      union all select id, '{}' from upstream.portal_openings where client_id = ${clientId} and email = any (${emails})
      union all select id, '{}' from upstream.portal_invitations where client_id = ${clientId} and email_key = any (${emails})
      union all select id, array[label] from upstream.documents d where workspace_id = ${workspaceId}
        and exists (select from upstream.document_versions v where v.document_id = d.id and ${isOwnVersion(subject)})
    )
    select (select coalesce(json_agg(distinct word), '[]') from said, unnest(words) word where word is not null) as words,
      (select coalesce(json_agg(id), '[]') from said) as records,
      ${clientPersonId === null} or exists (select from upstream.clients where id = ${clientId} and email_key = any (${emails})) as is_client,
      not exists (select from upstream.client_people where client_id = ${clientId} and id is distinct from ${clientPersonId}::uuid) as has_nobody`);
  const { words, records, is_client: isClient, has_nobody: hasNobody } = ownRow.parse(rows[0]);
  const reached = [name, ...subject.names, ...subject.emails, email, phoneNumber];
  const called = reached.filter((word) => word !== null).filter((word) => word.length >= shortest);
  const people = [...(isClient ? [clientId] : []), ...(clientPersonId === null ? [] : [clientPersonId])];
  const isAlone = isClient && hasNobody;
  const wrote = { called: [...new Set(called)], said: words };
  return { subject, emails, names, ...wrote, records: [...records, ...people], isClient, isAlone };
}

/** SQL of whether a text has any of the names and contact details. */
const isNamedIn = (column: SQL, { called }: Own) =>
  sql`exists (select from unnest(${texts(called)}) as word where strpos(${column}, word) > 0)`;

/** SQL of whether any value in JSON has a name, or is something that they said, whole or as lines of its own. */
function quotes(column: SQL, { called, said }: Own): SQL {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const [line, quote] = [inJson("\n"), '"'];
  const sought = said
    .filter((text) => text !== "")
    .map((text) => `${quote}${inJson(text).replaceAll(line, quote)}${quote}`);
  return sql`exists (select from unnest(${texts([...called.map(inJson), ...sought])}) as word
    where strpos(${column}, word) > 0 or strpos(replace(${column}, ${line}, ${quote}), word) > 0)`;
}

const opportunitiesOf = ({ subject }: Own) =>
  sql`in (select id from upstream.opportunities where client_id = ${subject.clientId})`;

/** Events stay, without their content. */
async function emptyHistory(database: Queries, own: Own): Promise<void> {
  const { workspaceId, clientId } = own.subject;
  // Events of a public page have these words behind the name.
  const isRequest = sql`(subject_type = 'contact_request' and subject_id = any (${ids(own.records)}))`;
  const isActor = sql`(actor_account_id is null and (actor_name = any (${own.names}) or ${isRequest}))`;
  const ofClient = own.isAlone ? sql`or subject_type in ('client', 'buyer_profile', 'message')` : sql``;
  await database.execute(sql`select set_config('latchkey.deletes_person', 'on', true)`);
  await database.execute(sql`
    update upstream.activities set
      changes = case when ${isActor} or subject_id = any (${ids(own.records)}) or ${quotes(sql`changes::text`, own)}
        ${ofClient} then '[]' else changes end,
      actor_name = case when ${isActor} then ${deletedPerson} else actor_name end,
      device = case when ${isActor} then null else device end,
      network = case when ${isActor} then null else network end
    where workspace_id = ${workspaceId}
      and (client_id = ${clientId} or opportunity_id ${opportunitiesOf(own)} or subject_id = any (${ids(own.records)}))`);
  await database.execute(sql`select set_config('latchkey.deletes_person', 'off', true)`);
  await database.execute(sql`
    delete from upstream.notifications where workspace_id = ${workspaceId} and (subject_id = any (${ids(own.records)})
      or client_id = ${clientId} and (actor_name = any (${own.names}) or ${isNamedIn(sql`subject_name`, own)}
        or subject_name in (select left(word, ${longestName}) from unnest(${texts(own.said)}) as word)))`);
}

/** Messages stay in place, since others answered them. */
async function emptyThread(database: Queries, own: Own): Promise<void> {
  const { clientId } = own.subject;
  const ofPerson = sql`client_id = ${clientId} and author_email = any (${own.emails})`;
  await database.execute(sql`
    delete from upstream.message_attachments where message_id in (select id from upstream.messages where ${ofPerson})`);
  await database.execute(sql`
    update upstream.messages set body = '', original = null, search_text = '', author_name = ${deletedPerson}, author_email = null,
      email_message_id = null, payment_warning = '{}', question_id = null, deleted_at = coalesce(deleted_at, now()),
      updated_at = now(), version = version + 1
    where ${ofPerson}`);
  await database.execute(sql`
    update upstream.message_threads set last_words = '', last_name = ${deletedPerson}, needs_reply = false,
      needs_reply_since = null, version = version + 1
    where client_id = ${clientId} and last_from = 'client' and last_name = any (${own.names})`);
  for (const table of ["message_reads", "message_drafts"])
    await database.execute(sql`
      delete from upstream.${sql.identifier(table)} where client_id = ${clientId} and email = any (${own.emails})`);
  await database.execute(sql`
    delete from upstream.message_mails where client_id = ${clientId} and email_key = any (${own.emails})`);
  // A sweep removes the stored emails.
  await database.execute(sql`
    update upstream.objects set expires_at = '-infinity' where storage_key in (select mail.storage_key
      from upstream.inbound_mails mail join upstream.reply_addresses address on address.id = mail.reply_address_id
      where address.client_id = ${clientId} and address.email = any (${own.emails}))`);
  await database.execute(sql`
    delete from upstream.reply_addresses where client_id = ${clientId} and email = any (${own.emails})`);
}

async function removeAnswers(database: Queries, own: Own): Promise<void> {
  for (const table of ["portal_answers", "portal_questions", "portal_priorities"])
    await database.execute(sql`
      delete from upstream.${sql.identifier(table)} where opportunity_id ${opportunitiesOf(own)} and email = any (${own.emails})`);
}

/** Documents with other versions stay. */
async function removeDocuments(database: Queries, own: Own): Promise<void> {
  const { workspaceId } = own.subject;
  const isOwn = isOwnVersion(own.subject);
  await database.execute(sql`
    update upstream.objects set expires_at = '-infinity' where storage_key in (select f.storage_key
      from upstream.document_versions v join upstream.files f on f.id = v.file_id
      where v.workspace_id = ${workspaceId} and ${isOwn}
        and not exists (select from upstream.retained_data kept where kept.file_ids @> array[f.id]))`);
  // Texts of kept files would be found.
  for (const table of ["document_texts", "thumbnails"])
    await database.execute(sql`
      delete from upstream.${sql.identifier(table)} where file_id in (
        select v.file_id from upstream.document_versions v where v.workspace_id = ${workspaceId} and ${isOwn})`);
  await database.execute(sql`
    delete from upstream.documents d where d.workspace_id = ${workspaceId}
      and exists (select from upstream.document_versions v where v.document_id = d.id and v.number = d.version_number and ${isOwn})`);
  await database.execute(sql`
    delete from upstream.document_versions v where v.workspace_id = ${workspaceId} and ${isOwn}`);
}

/** Opportunities stay, without the person. */
async function removeFromOpportunities(database: Queries, own: Own): Promise<void> {
  const { clientId } = own.subject;
  await database.execute(sql`
    update upstream.showings set note = null, requested_by_name = null, requested_by_email = null, version = version + 1
    where opportunity_id ${opportunitiesOf(own)} and requested_by_email = any (${own.emails})`);
  await database.execute(sql`
    update upstream.tasks set done_by_name = ${deletedPerson}
    where (client_id = ${clientId} or opportunity_id ${opportunitiesOf(own)}) and done_by_account_id is null
      and done_by_name = any (${own.names})`);
  await database.execute(sql`
    update upstream.opportunity_moves set actor_name = ${deletedPerson}, reason_text = null
    where opportunity_id ${opportunitiesOf(own)} and actor_account_id is null and actor_name = any (${own.names})`);
}

async function removePortal(database: Queries, own: Own): Promise<void> {
  const { workspaceId, clientId } = own.subject;
  // The request stays as done, so that its page can lead on.
  await database.execute(sql`
    update upstream.portal_requests set email = 'deleted', name = ${deletedPerson}, settled_at = coalesce(settled_at, now()),
      settled_by_name = null, version = version + 1
    where client_id = ${clientId} and email = any (${own.emails}) and kind = 'deletion'`);
  for (const table of ["portal_openings", "portal_requests"])
    await database.execute(sql`
      delete from upstream.${sql.identifier(table)} where client_id = ${clientId} and email = any (${own.emails})`);
  await database.execute(sql`
    delete from upstream.portal_calendars where invitation_id in (select id from upstream.portal_invitations
      where client_id = ${clientId} and email_key = any (${own.emails}))`);
  await database.execute(sql`
    delete from upstream.portal_invitations where client_id = ${clientId} and email_key = any (${own.emails})`);
  for (const table of ["contact_requests", "client_mail_choices"])
    await database.execute(sql`
      delete from upstream.${sql.identifier(table)} where workspace_id = ${workspaceId} and email_key = any (${own.emails})`);
  await database.execute(sql`
    delete from upstream.push_subscriptions where workspace_id = ${workspaceId} and client_email = any (${own.emails})`);
  await database.execute(sql`
    delete from upstream.share_tokens where workspace_id = ${workspaceId}
      and (email_key = any (${own.emails}) or addressee = any (${own.emails}))`);
}

/** The trash, and merges. */
async function emptyKeptRows(database: Queries, own: Own): Promise<void> {
  const { workspaceId, clientId } = own.subject;
  await database.execute(sql`
    delete from upstream.kept_rows where workspace_id = ${workspaceId} and (
      holder_id in (select id from upstream.client_merges where client_id = ${clientId})
      or table_name not in ('clients', 'client_people') and (content ->> 'email' = any (${own.emails})
        or content ->> 'email_key' = any (${own.emails})))`);
  await database.execute(sql`
    update upstream.client_merges set moved = '{}', before = null, name = ${deletedPerson} where client_id = ${clientId}`);
  await database.execute(sql`
    update upstream.kept_rows set content = content || jsonb_build_object('changes', '[]'::jsonb, 'actor_name',
        case when content ->> 'actor_account_id' is null then ${deletedPerson}::text else content ->> 'actor_name' end)
    where workspace_id = ${workspaceId} and table_name = 'activities' and content ->> 'client_id' = ${clientId}`);
  await database.execute(sql`
    update upstream.kept_rows set content = content || '{"note": null, "requested_by_name": null, "requested_by_email": null}'
    where workspace_id = ${workspaceId} and table_name = 'showings' and content ->> 'requested_by_email' = any (${own.emails})`);
  await database.execute(sql`
    update upstream.trashed_records set name = replace(name, ${own.subject.name}, ${deletedPerson})
    where workspace_id = ${workspaceId} and kind = 'opportunity'
      and id in (select (content ->> 'id')::uuid from upstream.kept_rows
        where workspace_id = ${workspaceId} and table_name = 'opportunities' and content ->> 'client_id' = ${clientId})`);
}

/** What goes to them is removed; where others are told of them, they are not named, nor quoted. */
async function removeMails(database: Queries, own: Own): Promise<void> {
  const { workspaceId, clientId } = own.subject;
  await database.execute(sql`
    delete from mail.outbox where workspace_id = ${workspaceId} and lower(recipient) = any (${own.emails})`);
  const { rows } = await database.execute<{ id: string; subject: string; text: string | null }>(sql`
    select id, subject, text from mail.outbox where workspace_id = ${workspaceId}
      and (client_id = ${clientId} or ${clientId} = any (named_client_ids))`);
  for (const { id, subject, text } of rows) {
    const masked = { subject: maskIn(subject, own), text: text === null ? null : maskLetter(text, own) };
    if (masked.subject === subject && masked.text === text) continue;
    // The letter as HTML says the same.
    await database.execute(sql`
      update mail.outbox set subject = ${masked.subject}, text = ${masked.text}, html = null where id = ${id}`);
  }
}

/** But for the greeting, which is to somebody else. */
function maskLetter(text: string, own: Own): string {
  const [greeting = "", ...paragraphs] = text.split("\n\n");
  return [greeting, maskIn(paragraphs.join("\n\n"), own)].join("\n\n");
}

/** Names are masked as whole words, and what they said where it stands behind a colon, as it does in news. */
function maskIn(text: string, { called, said }: Own): string {
  const byLength = (list: readonly string[]) => list.toSorted((one, other) => other.length - one.length);
  const quoted = byLength(said).reduce(
    (left, words) => (words === "" ? left : left.replaceAll(`: ${words.slice(0, longestName)}`, `: ${deletedPerson}`)),
    text,
  );
  return byLength(called).reduce(maskWord, quoted);
}

function maskWord(text: string, word: string): string {
  const [first = "", ...others] = text.split(word);
  return others.reduce((before, after) => {
    const isPart = /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
    return `${before}${isPart ? word : deletedPerson}${after}`;
  }, first);
}

/** And the portal's person, if nothing else is left. */
async function removeIdentity(database: Queries, own: Own): Promise<void> {
  const { workspaceId, clientId, clientPersonId, uploaderIds } = own.subject;
  if (clientPersonId !== null)
    await database.execute(sql`delete from upstream.client_people where id = ${clientPersonId}`);
  if (own.isClient) await emptyClient(database, own);
  await removeWishes(database, own);
  for (const table of ["client_imports", "package_imports"]) await emptyImports(database, own, table);
  await database.execute(sql`
    delete from upstream.search_words known where known.workspace_id = ${workspaceId}
      and known.word in (select upstream.words_of(upstream.folded(word)) from unnest(${texts([...own.called, ...own.said])}) as word)
      and not exists (select from upstream.clients c where c.workspace_id = ${workspaceId} and strpos(c.found_by, known.word) > 0)
      and not exists (select from upstream.packages p where p.workspace_id = ${workspaceId} and strpos(p.found_by, known.word) > 0)
      and not exists (select from upstream.documents d where d.workspace_id = ${workspaceId} and strpos(d.search_text, known.word) > 0)
      and not exists (select from upstream.tasks t where t.workspace_id = ${workspaceId} and strpos(upstream.folded(t.title), known.word) > 0)`);
  const isElsewhere = sql`exists (select from upstream.portal_invitations where email_key = any (${own.emails})
    and client_id <> ${clientId})`;
  await database.execute(sql`
    delete from upstream.sessions where client_email = any (${own.emails}) and not ${isElsewhere}`);
  await database.execute(sql`
    delete from upstream.mailed_links where kind = 'client' and email = any (${own.emails}) and not ${isElsewhere}`);
  await database.execute(sql`
    delete from upstream.idempotency_keys where owner_id = any (${ids(uploaderIds)})`);
  await database.execute(sql`
    delete from upstream.portal_people where email = any (${own.emails}) and not ${isElsewhere}`);
  await database.execute(sql`
    delete from mail.bounced_addresses where email_key = any (${own.emails}) and not ${isElsewhere}`);
  await database.execute(sql`
    delete from mail.outbox where workspace_id is null and lower(recipient) = any (${own.emails}) and not ${isElsewhere}`);
}

/** Rows of files that were looked over: theirs by address or client, and their name beside a row's number. */
async function emptyImports(database: Queries, own: Own, table: string): Promise<void> {
  const { workspaceId, clientId, phoneNumber } = own.subject;
  const imports = sql`upstream.${sql.identifier(table)}`;
  const isTheirs = sql`(lower(entry ->> 'email') = any (${own.emails})
    or entry ->> 'name' = any (${own.names}) and entry ->> 'phone' = ${phoneNumber}::text)`;
  const members = sql`coalesce((select jsonb_agg(person) from jsonb_array_elements(entry -> 'people') as person
    where not (lower(person ->> 'email') = any (${own.emails}) or person ->> 'name' = any (${own.names}))
  ), '[]')`;
  const nameless = (column: "problems" | "doubles" | "remarks") => {
    const name = sql.identifier(column);
    const isOwn = sql`entry ->> 'name' = any (${own.names}) or entry ->> 'client_id' = ${clientId}
      or ${isNamedIn(sql`coalesce(entry ->> 'detail', '')`, own)}`;
    return sql`${name} = (select coalesce(jsonb_agg(case when ${isOwn} then entry || jsonb_build_object('name', ${deletedPerson}::text)
        || case when entry ? 'detail' and ${isNamedIn(sql`entry ->> 'detail'`, own)} then '{"detail": ""}'::jsonb else '{}' end
      else entry end order by place), '[]') from jsonb_array_elements(${name}) with ordinality as row (entry, place))`;
  };
  const rows = sql`(entries::text || problems::text || doubles::text || remarks::text)`;
  await database.execute(sql`
    update ${imports} set source = null, ${nameless("problems")}, ${nameless("doubles")}, ${nameless("remarks")}, (entries, ready) = (
      select coalesce(jsonb_agg(case when jsonb_array_length(coalesce(entry -> 'people', '[]')) = 0 then entry
          else entry || jsonb_build_object('people', ${members}) end order by place), '[]'), count(*)
        from jsonb_array_elements(entries) with ordinality as row (entry, place) where not ${isTheirs})
    where workspace_id = ${workspaceId} and (strpos(lower(${rows}), lower(${clientId})) > 0 or exists (
      select from unnest(${texts(own.called.map((word) => JSON.stringify(word).slice(1, -1)))}) as word
      where strpos(lower(${rows}), lower(word)) > 0))`);
}

function withoutParagraphs(notes: string, remark: string): string {
  const [first = "", ...others] = `\n\n${notes}\n\n`.split(`\n\n${remark}\n\n`);
  return [first, ...others].join("\n\n").trim();
}

async function emptyClient(database: Queries, { subject: { clientId }, isAlone }: Own): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select name from upstream.client_people where client_id = ${clientId} order by inserted_at, id limit 1`);
  const name = rows[0]?.name ?? deletedClient;
  const { nameKey, searchText } = searchKeysOf({ name, email: null, phoneNumber: null });
  const alone = isAlone ? sql`, ${emptiedClient}, archived_at = coalesce(archived_at, now())` : sql``;
  await database.execute(sql`
    delete from upstream.pictures using upstream.clients c where c.id = ${clientId} and pictures.workspace_id = c.workspace_id
      and strpos(c.profile_image_url, pictures.id::text) > 0`);
  await database.execute(sql`
    update upstream.clients set name = ${name}, name_key = ${nameKey}, search_text = ${searchText}, email = null, email_key = null,
      phone_number = null, phone_key = null, profile_image_url = null, updated_at = now(), version = version + 1 ${alone}
    where id = ${clientId}`);
  await database.execute(sql`
    update upstream.opportunities set client_rank = null, version = version + 1
    where client_id = ${clientId} and client_rank is not null and ${isAlone}`);
  await database.execute(sql`
    update upstream.share_links set label = ${name}, revoked_at = case when ${isAlone} then coalesce(revoked_at, now()) else revoked_at end,
      version = version + 1
    where client_id = ${clientId}`);
}

/** The wishes stay, the person's own words go. */
async function removeWishes(database: Queries, own: Own): Promise<void> {
  const { clientId } = own.subject;
  if (own.isAlone) {
    await database.execute(sql`
      update upstream.buyer_profiles set ${emptiedProfile}, updated_at = now(), version = version + 1
      where client_id = ${clientId}`);
    return;
  }
  const { rows } = await database.execute<{ notes: string | null }>(sql`
    select notes from upstream.buyer_profiles where client_id = ${clientId}`);
  const notes = rows[0]?.notes ?? null;
  if (notes === null) return;
  // As they were taken over, below the name; what the agent wrote stays, without it.
  const remarks = own.said.flatMap((text) => own.subject.names.map((name) => `${name}: ${text}`));
  const left = remarks.reduce((rest, remark) => withoutParagraphs(rest, remark), notes);
  const without = own.called.reduce(maskWord, left);
  if (without === notes) return;
  await database.execute(sql`
    update upstream.buyer_profiles set notes = nullif(${without}, ''), updated_at = now(), version = version + 1
    where client_id = ${clientId}`);
}

export interface Retention {
  readonly part: RetainablePart;
  readonly reason: string;
  /** As in "2033-12-31". */
  readonly until: string;
}

const document = z.looseObject({ file_id: z.uuid() });

function partsOf(copy: CopySections): Readonly<Record<RetainablePart, CopySections>> {
  const own = (section: string, mark: string) => (copy[section] ?? []).filter((record) => record[mark] === true);
  const whole = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, copy[name] ?? []] as const));
  return {
    details: whole("person", "portal", "looking_for", "suggested_wishes", "contact_requests"),
    messages: { messages: own("messages", "is_own"), ...whole("questions", "email_replies") },
    answers: { ...whole("answers", "priorities"), showings: own("showings", "asked_for") },
    documents: { documents: own("documents", "sent_by_person") },
  };
}

/** How many records each part has. */
export function countParts(copy: CopySections): Readonly<Record<RetainablePart, number>> {
  const parts = partsOf(copy);
  const count = (part: RetainablePart) => Object.values(parts[part]).reduce((sum, records) => sum + records.length, 0);
  return {
    details: count("details"),
    messages: count("messages"),
    answers: count("answers"),
    documents: count("documents"),
  };
}

/** Before the deletion. */
export async function retain(
  database: Queries,
  workspaceId: string,
  keptByName: string,
  copy: CopySections,
  retentions: readonly Retention[],
): Promise<void> {
  const parts = partsOf(copy);
  for (const { part, reason, until } of retentions) {
    const content = parts[part];
    const fileIds = z
      .array(document)
      .parse(content.documents ?? [])
      .map((one) => one.file_id);
    const row = { workspaceId, part, reason, keepUntil: until, keptByName, content, fileIds };
    await database.insert(retainedData).values(row);
  }
}

/** @returns how many parts ended; the sweep removes their files */
export async function sweepRetained(database: Queries, now: Date): Promise<number> {
  const { rows } = await database.execute(sql`
    with ended as (
      delete from ${retainedData} where ${retainedData.keepUntil} < ${now.toISOString()}::timestamptz::date
      returning ${retainedData.fileIds} as file_ids
    ), gone as (delete from upstream.files using ended where files.id = any (ended.file_ids))
    select from ended`);
  return rows.length;
}
