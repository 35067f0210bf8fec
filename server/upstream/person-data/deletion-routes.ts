import { sql } from "drizzle-orm";
import { z } from "zod";
import { type EmailContact, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, listed, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { momentText, recordType } from "../engine/record.ts";
import { forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import { requireRecord } from "../engine/writing.ts";
import { endExports, exportQueue } from "../exports/making.ts";
import { answerContent } from "../files/content-route.ts";
import { contactOfWorkspace } from "../identity/foot.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { isAdministrator, mayAny, membershipAs } from "../permissions.ts";
import { portalRequest } from "../portal/request.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import {
  accounts,
  clientPeople,
  clients,
  files,
  type Language,
  portalPeople,
  retainableParts,
  retainedData,
  sectionsSchema,
  workspaces,
} from "../tables.ts";
import { readCopies, readCopy } from "./copy.ts";
import { type DataSubject, findDataSubjects, texts } from "./data-subject.ts";
import { countParts, deletePerson, retain } from "./deletion.ts";

const counts = z.object({ details: z.int(), messages: z.int(), answers: z.int(), documents: z.int() });

const previewType = recordType(
  "person_deletion",
  z.object({
    name: z.string(),
    client_person_id: z.uuid().nullable(),
    households: z
      .array(
        z.object({
          client_name: z.string(),
          counts: counts.describe("Records of each part that would be deleted"),
          others: z.array(z.string()).describe("The names of those of the household who stay"),
        }),
      )
      .describe("All of the workspace that the person is in, the one that they asked in first"),
    deciders: z.array(z.string()).describe("The owners and admins, who may do it"),
    may_delete: z.boolean(),
  }),
);

const retainedType = recordType(
  "retained_data",
  z.object({
    part: z.enum(retainableParts),
    reason: z.string(),
    keep_until: z.iso.date(),
    kept_by_name: z.string(),
    inserted_at: z.iso.datetime(),
    sections: sectionsSchema.optional(),
  }),
);

const retention = z.object({
  part: z.enum(retainableParts),
  reason: z.string().trim().min(1, "Say why it must be kept.").max(500, "Use at most 500 characters."),
  until: z.iso.date("Enter the day until which it must be kept."),
});

/** Deleting a person, and what has to be kept of them. */
export function deletionRoutes({ mailer }: Pick<IdentityParts, "mailer">, store: ObjectStore): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/portal_requests/:id/person_deletion",
      summary: "What would be deleted of the person who asks for it",
      access: "workspace",
      answers: { status: 200, of: previewType },
      async run({ database, currentUser, id }) {
        const { record } = await readOne(database, portalRequest, currentUser, id());
        const subjects = await subjectsOf(database, record.attributes);
        const copies = await readCopies(database, subjects, "person");
        const households = [];
        for (const [place, subject] of subjects.entries())
          households.push({
            client_name: subject.household,
            counts: countParts(copies[place] ?? {}),
            others: await othersOf(database, subject),
          });
        const [asked] = subjects;
        const attributes = {
          name: asked.name,
          client_person_id: asked.clientPersonId,
          households,
          deciders: await decidersOf(database, currentUser),
          may_delete: record.can?.includes("delete_person") === true,
        };
        return found(previewType, { id: record.id, attributes });
      },
    }),
    action({
      method: "POST",
      path: "/portal_requests/:id/person_deletion",
      summary:
        "Delete the person who asks for it from all their households: what is theirs goes for good, the households stay without the name; what must be kept is named",
      access: "workspace",
      input: { type: "person_deletion", attributes: z.object({ keep: z.array(retention).max(4) }) },
      answers: { status: 204, of: null },
      async run({ database, currentUser, id, attributes: { keep }, afterCommit }) {
        const needs = "delete_person";
        const record = await requireRecord({ database, currentUser }, portalRequest, id(), needs, { isLocked: true });
        if (keep.some(({ until }) => until <= currentUser.today))
          throw invalidAttribute("keep", "Enter a day that is to come.");
        const subjects = await subjectsOf(database, record.attributes);
        const copy = await readCopy(database, subjects, "person");
        const mail = await mailFor(database, subjects[0]);
        await retain(database, currentUser.workspaceId, await nameOfMember(database, currentUser), copy, keep);
        for (const subject of subjects) await deletePerson({ database, currentUser }, subject);
        // Their files go at once.
        for (const ended of await endExports(database, currentUser.workspaceId)) await afterCommit(exportQueue, ended);
        if (mail !== null) await mailer.send(mail, { within: database });
        return nothing;
      },
    }),
    action({
      method: "GET",
      path: "/retained_data",
      summary: "What has to be kept of people who were deleted, newest first; for owners and admins",
      access: "workspace",
      answers: { status: 200, of: retainedType, many: true },
      async run({ database, currentUser }) {
        if (!mayAny(currentUser, "records.purge")) throw forbidden();
        const rows = await database
          .select(retainedColumns)
          .from(retainedData)
          .where(sql`${retainedData.workspaceId} = ${currentUser.workspaceId}`)
          .orderBy(sql`${retainedData.insertedAt} desc, ${retainedData.id}`)
          .limit(500);
        return listed(
          retainedType,
          rows.map(({ id, ...attributes }) => ({ id, attributes })),
        );
      },
    }),
    action({
      method: "GET",
      path: "/retained_data/:id",
      summary: "A part of what has to be kept; the bytes of its files are below it, at /files",
      access: "workspace",
      answers: { status: 200, of: retainedType },
      async run({ database, currentUser, id }) {
        const { id: found_id, content, ...attributes } = await findRetained(database, currentUser, id());
        return found(retainedType, { id: found_id, attributes: { ...attributes, sections: content } });
      },
    }),
    action({
      method: "GET",
      path: "/retained_data/:id/files/:fileId",
      summary: "The bytes of a file that has to be kept",
      access: "workspace",
      answers: { status: 200, of: null },
      async run({ database, currentUser, id, request }) {
        const retained = await findRetained(database, currentUser, id());
        const [file] = await database
          .select()
          .from(files)
          .where(sql`${files.id} = ${id("fileId")} and exists (select from ${retainedData}
            where ${retainedData.id} = ${retained.id} and ${retainedData.fileIds} @> array[${files.id}])`);
        if (file === undefined) throw notFound();
        return answerContent(store, request, file, true);
      },
    }),
  ];
}

const retainedColumns = {
  id: retainedData.id,
  part: retainedData.part,
  reason: retainedData.reason,
  keep_until: sql<string>`to_char(${retainedData.keepUntil}, 'YYYY-MM-DD')`,
  kept_by_name: retainedData.keptByName,
  inserted_at: momentText(retainedData.insertedAt),
};

/** @throws Refusal 403 for all but owners and admins, 404 */
async function findRetained(database: Queries, currentUser: Member, id: string) {
  if (!mayAny(currentUser, "records.purge")) throw forbidden();
  const [row] = await database
    .select({ ...retainedColumns, content: retainedData.content })
    .from(retainedData)
    .where(sql`${retainedData.id} = ${id} and ${retainedData.workspaceId} = ${currentUser.workspaceId}`);
  if (row === undefined) throw notFound();
  return row;
}

const asking = z.object({ kind: z.literal("deletion"), client_id: z.uuid(), email: z.string() });

/** @throws Refusal 404 for another kind of request, or a former person */
async function subjectsOf(
  database: Queries,
  attributes: Readonly<Record<string, unknown>>,
): Promise<readonly [DataSubject, ...DataSubject[]]> {
  const { data: asked } = asking.safeParse(attributes);
  if (asked === undefined) throw notFound();
  const { client_id: clientId, email } = asked;
  const [found] = await database
    .select({ workspaceId: clients.workspaceId, clientPersonId: clientPeople.id })
    .from(clients)
    .leftJoin(clientPeople, sql`${clientPeople.clientId} = ${clients.id} and ${clientPeople.emailKey} = ${email}`)
    .where(sql`${clients.id} = ${clientId} and (${clientPeople.id} is not null or ${clients.emailKey} = ${email})`);
  if (found === undefined) throw notFound();
  return findDataSubjects(database, { clientId, ...found });
}

async function othersOf(database: Queries, { clientId, clientPersonId, emails }: DataSubject): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select ${clients.name} as name from ${clients} where ${clients.id} = ${clientId} and ${clientPersonId !== null}
      and not coalesce(${clients.emailKey} = any (${texts(emails)}), false)
    union all select ${clientPeople.name} from ${clientPeople} where ${clientPeople.clientId} = ${clientId}
      and ${clientPeople.id} is distinct from ${clientPersonId}::uuid`);
  return rows.map(({ name }) => name);
}

async function decidersOf(database: Queries, { workspaceId }: Member): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select ${fullName} as name from upstream.memberships m join ${accounts} on ${accounts.id} = m.account_id
    where m.workspace_id = ${workspaceId} and ${isAdministrator(membershipAs("m"))} order by m.role desc, name`);
  return rows.map(({ name }) => name);
}

async function nameOfMember(database: Queries, { accountId }: Member): Promise<string> {
  const [row] = await database.select({ name: fullName }).from(accounts).where(sql`${accounts.id} = ${accountId}`);
  return row?.name ?? "";
}

async function mailFor(database: Queries, { workspaceId, clientId, email, emails }: DataSubject) {
  if (email === null) return null;
  const [workspace] = await database
    .select({ workspaceName: workspaces.name, contact: contactOfWorkspace })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`);
  if (workspace === undefined) throw notFound();
  const [person] = await database
    .select({ language: sql<Language | null>`${readerLanguage(clients.id)}` })
    .from(clients)
    .leftJoin(portalPeople, sql`${portalPeople.email} = ${emails[0] ?? ""}`)
    .where(sql`${clients.id} = ${clientId}`);
  const language: Language = person?.language ?? "en";
  return personDeletedMail({ to: email, ...workspace, language });
}

interface PersonDeletedMail {
  readonly to: string;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly language: Language;
}

const words: Readonly<
  Record<Language, (workspace: string) => { readonly subject: string; readonly opening: readonly string[] }>
> = {
  en: (workspace) => ({
    subject: "Your data is deleted",
    opening: [
      `${workspace} has deleted what it kept about you, as you asked: your details, messages, answers and documents. You can no longer sign in to your home search there.`,
      "Papers that must be kept by law are locked away and deleted on their day. Backups forget you when they are replaced.",
      "This is the last email to you. No copy of it is kept.",
    ],
  }),
  es: (workspace) => ({
    subject: "Su información está borrada",
    opening: [
      `${workspace} borró lo que guardaba de usted, como lo pidió: sus datos, mensajes, respuestas y documentos. Ya no puede entrar allí a su búsqueda de casa.`,
      "Los papeles que la ley exige guardar quedan bajo llave y se borran en su día. Las copias de seguridad le olvidan cuando se reemplazan.",
      "Este es el último correo para usted. No se guarda ninguna copia de él.",
    ],
  }),
};

/** The mail is deleted once it is sent. */
function personDeletedMail({ to, workspaceName: sender, contact, language }: PersonDeletedMail): Mail {
  const letter = renderEmail({ language, sender, contact, name: "", ...words[language](sender) });
  return { ...letter, to, isForgotten: true };
}
