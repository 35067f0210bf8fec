/** The copy of a person's data, in sections. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { clientPerson } from "../clients/client-person.ts";
import { wishFields } from "../clients/profile-fields.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { columnNames } from "../engine/declared-fields.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { momentText, recordType } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import { answerContent } from "../files/content-route.ts";
import { mayAny } from "../permissions.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { type CopySections, files, sectionsSchema } from "../tables.ts";
import { type DataSubject, findDataSubjects, ids, isOwnVersion, texts } from "./data-subject.ts";

/** Staff get neither drafts nor sessions. */
type CopyReader = "person" | "staff";

const at = (column: string) => momentText(sql.raw(column));

const street = (opportunity: string) =>
  sql.raw(`(select p.street from upstream.opportunities o join upstream.packages p on p.id = o.package_id
    where o.id = ${opportunity}) as property`);

/** What belongs to the address, whichever household it is in. */
const ofAddress = ["contact_requests", "sign_ins"];

/** The copy for somebody in one household or in several: of several each record says whose it is. */
export async function readCopy(
  database: Pick<Queries, "execute">,
  subjects: readonly DataSubject[],
  reader: CopyReader,
): Promise<CopySections> {
  const copies = await readCopies(database, subjects, reader);
  const [first = {}, ...others] = copies;
  if (others.length === 0) return first;
  const together = (section: string) =>
    subjects.flatMap(({ household }, place) =>
      (copies[place]?.[section] ?? []).map((record) => ({ household, ...record })),
    );
  return Object.fromEntries(
    Object.entries(first).map(([section, records]) => {
      if (ofAddress.includes(section)) return [section, records];
      const all = together(section);
      return [section, section === "documents" ? onceEach(all) : all];
    }),
  );
}

/** The copy of each household by itself, in their order. */
export async function readCopies(
  database: Pick<Queries, "execute">,
  subjects: readonly DataSubject[],
  reader: CopyReader,
): Promise<readonly CopySections[]> {
  const copies: CopySections[] = [];
  for (const subject of subjects) copies.push(await readHousehold(database, subject, subjects, reader));
  return copies;
}

/** What they sent about no client stands in the copy of each household. */
function onceEach<Document extends Readonly<Record<string, unknown>>>(all: readonly Document[]): Document[] {
  return [...new Map(all.toReversed().map((document) => [document.file_id, document])).values()].toReversed();
}

/** In one statement; empty sections are empty lists. @param subjects the same person in all their households */
async function readHousehold(
  database: Pick<Queries, "execute">,
  subject: DataSubject,
  subjects: readonly DataSubject[],
  reader: CopyReader,
): Promise<CopySections> {
  const elsewhere = subjects.filter((other) => other !== subject).map(({ clientId }) => clientId);
  const shared = { ...sharedSections(subject), documents: documentsOf(subject, elsewhere) };
  const sections = { ...shared, ...(reader === "person" ? personalSections(subject) : {}) };
  const parts = Object.entries(sections).map(
    ([name, rows]) => sql`${name}::text, (select coalesce(json_agg(part), '[]') from (${rows}) part)`,
  );
  const { rows } = await database.execute(sql`select json_build_object(${sql.join(parts, sql`, `)}) as sections`);
  return z.object({ sections: sectionsSchema }).parse(rows[0]).sections;
}

const { budget: _budget, ...plainWishes } = wishFields;
const wishColumns = sql.raw(Object.values(columnNames(plainWishes)).flat().join(", "));

function sharedSections(subject: DataSubject): Record<string, SQL> {
  const { workspaceId, clientId, name, email, phoneNumber } = subject;
  const emails = texts(subject.emails);
  const ofClient = sql`(select id from upstream.opportunities where client_id = ${clientId})`;
  return {
    person: sql`
      select ${name}::text as name, ${email}::text as email, ${phoneNumber}::text as phone_number,
        coalesce((select max(language) from upstream.portal_people where email = any (${emails})),
          (select language from upstream.clients where id = ${clientId})) as language,
        (select name from upstream.workspaces where id = ${workspaceId}) as kept_by,
        (select choice from upstream.client_mail_choices where workspace_id = ${workspaceId}
          and email_key = any (${emails}) limit 1) as mail_choice`,
    portal: sql`
      select ${at("i.sent_at")} as invited_at, ${at("i.accepted_at")} as accepted_at, ${at("i.last_seen_at")} as last_seen_at,
        ${at("c.inserted_at")} as calendar_since
      from upstream.portal_invitations i left join upstream.portal_calendars c on c.invitation_id = i.id
      where i.client_id = ${clientId} and i.email_key = any (${emails}) order by i.sent_at`,
    looking_for: sql`
      select budget_amount::text as budget, budget_currency as currency, ${wishColumns}
      from upstream.buyer_profiles where client_id = ${clientId}`,
    suggested_wishes: sql`
      select ${at("inserted_at")} as sent_at, suggestion -> 'after' as wishes, suggestion ->> 'remark' as remark, outcome,
        ${at("settled_at")} as settled_at
      from upstream.portal_requests where client_id = ${clientId} and email = any (${emails}) and kind = 'buyer_profile'
      order by inserted_at`,
    properties: sql`
      select p.street, p.city, p.state, p.zip, o.stage, ${at("o.inserted_at")} as since
      from upstream.opportunities o join upstream.packages p on p.id = o.package_id
      where o.client_id = ${clientId} order by o.inserted_at`,
    priorities: sql`
      select ${street("r.opportunity_id")}, r.priority, ${at("r.chosen_at")} as chosen_at from upstream.portal_priorities r
      where r.opportunity_id in ${ofClient} and r.email = any (${emails}) order by r.chosen_at`,
    answers: sql`
      select ${street("a.opportunity_id")}, a.kind, a.choice, a.rating, a.reasons, a.remark,
        (select title from upstream.findings where id = a.finding_id) as about_repair,
        s.price_amount::text as offered_price, s.price_currency as currency, s.terms as offered_terms,
        ${at("a.inserted_at")} as sent_at
      from upstream.portal_answers a left join upstream.offer_suggestions s on s.id = a.suggestion_id
      where a.opportunity_id in ${ofClient} and a.email = any (${emails}) order by a.inserted_at`,
    questions: sql`
      select ${street("q.opportunity_id")}, q.body as question, ${at("q.inserted_at")} as asked_at, q.answer,
        q.answered_by_name as answered_by, ${at("q.answered_at")} as answered_at
      from upstream.portal_questions q where q.opportunity_id in ${ofClient} and q.email = any (${emails}) order by q.inserted_at`,
    showings: sql`
      select ${street("s.opportunity_id")}, s.state as status, ${at("s.starts_at")} as starts_at,
        coalesce(s.requested_by_email = any (${emails}), false) as asked_for,
        case when s.requested_by_email = any (${emails}) then s.note end as remark
      from upstream.showings s where s.opportunity_id in ${ofClient} order by s.starts_at`,
    tasks: sql`
      select title, to_char(due_on, 'YYYY-MM-DD') as due_on, ${at("done_at")} as done_at, done_by_name as done_by
      from upstream.tasks where is_visible_to_client and (client_id = ${clientId} or opportunity_id in ${ofClient})
      order by inserted_at`,
    messages: sql`
      select ${at("m.inserted_at")} as sent_at, m.author_name as from_name,
        coalesce(m.author_email = any (${emails}), false) as is_own, m.body,
        case when m.author_email = any (${emails}) then m.original end as whole_email,
        (select street from upstream.packages where id = m.package_id) as property, ${at("m.edited_at")} as edited_at,
        (select coalesce(json_agg(d.label order by a.position), '[]') from upstream.message_attachments a
          join upstream.documents d on d.id = a.document_id and d.is_client_visible and not d.is_trashed
          where a.message_id = m.id) as documents
      from upstream.messages m where m.client_id = ${clientId} and m.deleted_at is null and m.kind <> 'note'
        and (m.is_verified or m.author_email = any (${emails})) order by m.number`,
    email_replies: sql`
      select ${at("mail.inserted_at")} as sent_at, mail.from_address, mail.body, mail.original as whole_email, mail.attachment_names as attachments,
        mail.state as status
      from upstream.inbound_mails mail join upstream.reply_addresses address on address.id = mail.reply_address_id
      where mail.client_id = ${clientId} and address.email = any (${emails}) and mail.message_id is null and mail.body is not null
      order by mail.inserted_at`,
    contact_requests: sql`
      select kind, name, email, phone_number, message, ${at("inserted_at")} as sent_at
      from upstream.contact_requests where workspace_id = ${workspaceId} and email_key = any (${emails}) order by inserted_at`,
    opened: sql`
      select (select street from upstream.packages where id = o.package_id) as property,
        (select label from upstream.documents where id = o.document_id) as document,
        ${at("o.first_opened_at")} as first_opened_at, ${at("o.last_opened_at")} as last_opened_at
      from upstream.portal_openings o where o.client_id = ${clientId} and o.email = any (${emails}) order by o.first_opened_at`,
    deletion: sql`
      select ${at("inserted_at")} as asked_at, outcome, ${at("settled_at")} as settled_at
      from upstream.portal_requests where client_id = ${clientId} and email = any (${emails}) and kind = 'deletion'
      order by inserted_at`,
  };
}

/** Not for staff. */
function personalSections(subject: DataSubject): Record<string, SQL> {
  const emails = texts(subject.emails);
  return {
    drafts: sql`
      select body, ${at("updated_at")} as kept_at from upstream.message_drafts
      where client_id = ${subject.clientId} and email = any (${emails}) and body <> ''`,
    sign_ins: sql`
      select device, ${at("inserted_at")} as signed_in_at, ${at("least(revoked_at, expires_at)")} as ends_at
      from upstream.sessions where client_email = any (${emails}) order by inserted_at`,
  };
}

/** Versions that the client sees, and the person's own. @param elsewhere the person's other clients */
function documentsOf(subject: DataSubject, elsewhere: readonly string[]): SQL {
  const { workspaceId, clientId } = subject;
  return sql`
    select v.file_id, d.label, v.name, v.number as version, v.size::float8 as size,
      (select street from upstream.packages where id = d.package_id) as property, own.is_own as sent_by_person,
      ${at("v.inserted_at")} as kept_since
    from upstream.documents d join upstream.document_versions v on v.document_id = d.id
    cross join lateral (select ${isOwnVersion(subject)}
      and not coalesce(d.client_id = any (${ids(elsewhere)}), false) as is_own) own
    where d.workspace_id = ${workspaceId} and (own.is_own or d.is_client_visible and not d.is_trashed
      and v.number = d.version_number and (d.client_id = ${clientId} or d.package_id in (
        select o.package_id from upstream.opportunities o join upstream.packages p on p.id = o.package_id
        where o.client_id = ${clientId} and not p.is_archived)))
    order by d.label, v.number`;
}

const copyType = recordType(
  "person_copy",
  z.object({ name: z.string(), sections: sectionsSchema.describe("Lists of records, each with named fields") }),
);

const documents = z.array(z.object({ file_id: z.uuid() }));

/** By the person, or by owners and admins. */
export function copyRoutes(store: ObjectStore): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/portal/copy",
      summary:
        "Everything that is kept of the person, in all their households of the workspace; of the files their ids, by which they are below /files",
      access: "client",
      answers: { status: 200, of: copyType },
      async run({ database, currentUser }) {
        const sections = await copyOf(database, currentUser);
        const attributes = { name: currentUser.name, sections };
        return found(copyType, { id: currentUser.clientId, attributes, path: "/portal/copy" });
      },
    }),
    action({
      method: "GET",
      path: "/portal/copy/files/:id",
      summary: "The bytes of a file that the copy names",
      access: "client",
      answers: { status: 200, of: null },
      async run({ database, currentUser, id, request }) {
        const named = documents.parse((await copyOf(database, currentUser)).documents);
        const [file] = await database.select().from(files).where(sql`${files.id} = ${id()}`);
        if (file === undefined || !named.some((one) => one.file_id === file.id)) throw notFound();
        return answerContent(store, request, file, true);
      },
    }),
    action({
      method: "POST",
      path: "/clients/:id/copies",
      summary:
        "Make that copy for a client or somebody of the household, without drafts and sign-ins; the history notes it",
      access: "workspace",
      input: { type: "person_copy", attributes: z.object({ clientPersonId: z.uuid().nullish() }) },
      answers: { status: 201, of: copyType },
      async run({ database, currentUser, id, attributes: { clientPersonId = null } }) {
        const clientId = id();
        const { record } = await readOne(database, client, currentUser, clientId);
        if (!mayAny(currentUser, "records.export")) throw forbidden();
        const { workspaceId } = currentUser;
        const subjects = await findDataSubjects(database, { workspaceId, clientId: record.id, clientPersonId });
        const sections = await readCopy(database, subjects, "staff");
        const write = { database, currentUser };
        if (clientPersonId === null) await recordEvent(write, client, "copied", clientId);
        else await recordEvent(write, clientPerson, "copied", clientPersonId);
        return created(copyType, { id: clientPersonId ?? clientId, attributes: { name: subjects[0].name, sections } });
      },
    }),
  ];
}

/** @throws Refusal 404 for staff who look */
async function copyOf(database: Queries, user: PortalUser) {
  if (user.viewerAccountId !== null) throw notFound();
  return readCopy(database, await findDataSubjects(database, user), "person");
}
