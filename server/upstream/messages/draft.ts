/** Message drafts: one for each writer and client, on all devices. */
import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found, listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { clients, documents, messageDrafts } from "../tables.ts";
import { visibleClients } from "../visibility.ts";
import { attachableDocuments, checkPackage, readClient } from "./client-of-thread.ts";
import { documentIds, draftBody } from "./inputs.ts";

type DraftKey = { readonly clientId: string; readonly workspaceId: string } & (
  | { readonly accountId: string }
  | { readonly email: string; readonly accountId?: never }
);

interface DraftContent {
  readonly body: string;
  readonly packageId: string | null;
  readonly documentIds: readonly string[];
}

const attributes = z.object({
  body: z.string(),
  package_id: z.uuid().nullable(),
  documents: z.array(z.object({ id: z.uuid(), label: z.string() })).describe("Attached, in their order"),
  packages: z.array(z.object({ id: z.uuid(), street: z.string() })).describe("Properties that it may be about"),
  submission_key: z.uuid().describe("Of the form that sends it; it changes once that is sent"),
  updated_at: z.iso.datetime().nullable().describe("Null: nothing is kept"),
});

const draftType = recordType("message_draft", attributes);

function isOf(key: DraftKey): SQL {
  const own = "email" in key ? sql`d.email = ${key.email}` : sql`d.account_id = ${key.accountId}`;
  return sql`d.client_id = ${key.clientId} and ${own}`;
}

/** The submission key of a person's first message, the same for each request of the page. */
function firstKey(key: DraftKey): SQL {
  const person = "email" in key ? key.email : key.accountId;
  const digest = createHash("sha256")
    .update(JSON.stringify(["message draft", key.clientId, person]))
    .digest("hex");
  // Version 8 of RFC 9562 is for own rules.
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return sql`${uuid}::uuid`;
}

/** A draft, empty if there is none. @param attachable SQL of the documents that it may have */
export async function readDraft(
  database: Pick<Queries, "execute">,
  key: DraftKey,
  attachable: SQL,
): Promise<z.output<typeof attributes>> {
  const { rows } = await database.execute(sql`
    select coalesce(d.body, '') as body, d.package_id, coalesce(d.submission_key, ${firstKey(key)}) as submission_key,
      to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at,
      (select coalesce(json_agg(json_build_object('id', ${documents.id}, 'label', ${documents.label})
        order by array_position(d.document_ids, ${documents.id})), '[]')
        from ${documents} where ${documents.id} = any(d.document_ids) and ${attachable}) as documents,
      (select coalesce(json_agg(json_build_object('id', p.id, 'street', p.street) order by p.street, p.id), '[]')
        from upstream.packages p where p.id in (select o.package_id from upstream.opportunities o
          where o.client_id = ${key.clientId}) and not p.is_archived) as packages
    from (select) nothing left join upstream.message_drafts d on ${isOf(key)}`);
  return attributes.parse(rows[0]);
}

/** Replaces a draft. @param submissionKey nothing is kept once the draft with this key was sent */
export async function keepDraft(
  database: Queries,
  key: DraftKey,
  content: DraftContent,
  submissionKey?: string,
): Promise<void> {
  const { body, packageId } = content;
  const values = { body, packageId, documentIds: [...content.documentIds], updatedAt: sql`clock_timestamp()` };
  const newKey = firstKey(key);
  const nextKey = sql`${messageDrafts.submissionKey}`;
  const isCurrent = submissionKey === undefined ? sql`true` : sql`${messageDrafts.submissionKey} = ${submissionKey}`;
  await upsert(database, key, values, { newKey, nextKey, isCurrent });
}

/** Empties a sent draft; the next one has another key. */
export async function endDraft(database: Queries, key: DraftKey): Promise<void> {
  const values = { body: "", packageId: null, documentIds: [], updatedAt: sql`clock_timestamp()` };
  const newKey = sql`gen_random_uuid()`;
  await upsert(database, key, values, { newKey, nextKey: newKey, isCurrent: sql`true` });
}

interface DraftKeys {
  readonly newKey: SQL;
  readonly nextKey: SQL;
  /** Whether an existing draft is replaced. */
  readonly isCurrent: SQL;
}

async function upsert(
  database: Queries,
  key: DraftKey,
  values: { body: string; packageId: string | null; documentIds: string[]; updatedAt: SQL },
  { newKey, nextKey, isCurrent }: DraftKeys,
): Promise<void> {
  const { clientId, workspaceId } = key;
  const person = "email" in key ? { email: key.email } : { accountId: key.accountId };
  const { email, accountId, version } = messageDrafts;
  await database
    .insert(messageDrafts)
    .values({ clientId, workspaceId, ...person, ...values, submissionKey: newKey })
    .onConflictDoUpdate({
      target: [messageDrafts.clientId, "email" in key ? email : accountId],
      set: { ...values, submissionKey: nextKey, version: sql`${version} + 1` },
      setWhere: isCurrent,
    });
}

const mostDocuments = 200;

const attachableType = recordType(
  "attachable_document",
  z.object({ label: z.string(), mime: z.string(), size: z.int(), package_street: z.string().nullable() }),
);

/** What is undefined stays. */
const content = z.object({
  body: draftBody.optional(),
  packageId: z.uuid("Choose a property.").nullish(),
  documentIds: documentIds.optional(),
  submissionKey: z
    .uuid()
    .optional()
    .describe("Nothing is kept once the draft with this key was sent: what was begun arrives after it"),
});

async function keyOf(database: Queries, currentUser: Member, clientId: string): Promise<DraftKey> {
  const { id } = await readClient(database, currentUser, clientId);
  return { clientId: id, workspaceId: currentUser.workspaceId, accountId: currentUser.accountId };
}

async function answerDraft(database: Queries, currentUser: Member, key: DraftKey) {
  const attributes = await readDraft(database, key, attachableDocuments(currentUser, key.clientId));
  return found(draftType, { id: key.clientId, attributes, path: `/message_drafts/${key.clientId}` });
}

const begunType = recordType(
  "begun_message",
  z.object({
    client_name: z.string(),
    body: z.string().describe("The first 200 characters"),
    updated_at: z.iso.datetime(),
  }),
);

const mostBegun = 100;

/** A member's drafts, which nobody else sees. */
export const draftRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/message_drafts",
    summary: "What the current user has begun to write, under the ids of the clients, the newest first",
    access: "workspace",
    answers: { status: 200, of: begunType, many: true },
    async run({ database, currentUser }) {
      const { workspaceId, accountId } = currentUser;
      const { rows } = await database.execute<{ id: string }>(sql`
        select ${clients.id}, ${clients.name} as client_name, left(${messageDrafts.body}, 200) as body,
          to_char(${messageDrafts.updatedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at
        from ${messageDrafts} join ${clients} on ${clients.id} = ${messageDrafts.clientId}
        where ${messageDrafts.accountId} = ${accountId} and ${messageDrafts.workspaceId} = ${workspaceId}
          and ${messageDrafts.body} <> '' and ${visibleClients(currentUser)}
        order by ${messageDrafts.updatedAt} desc, ${clients.id} limit ${mostBegun}`);
      return listed(
        begunType,
        rows.map(({ id, ...attributes }) => ({ id, attributes })),
      );
    },
  }),
  action({
    method: "GET",
    path: "/message_drafts/:id/documents",
    summary: "The newest documents that a message to a client may have: those that the client sees",
    access: "workspace",
    answers: { status: 200, of: attachableType, many: true },
    async run({ database, currentUser, id }) {
      const { id: clientId } = await readClient(database, currentUser, id());
      const { rows } = await database.execute<{ id: string }>(sql`
        select ${documents.id}, ${documents.label}, ${documents.mime}, ${documents.size}::integer as size,
          (select p.street from upstream.packages p where p.id = ${documents.packageId}) as package_street
        from ${documents} where ${attachableDocuments(currentUser, clientId)}
        order by ${documents.insertedAt} desc, ${documents.id} limit ${mostDocuments}`);
      return listed(
        attachableType,
        rows.map(({ id, ...attributes }) => ({ id, attributes })),
      );
    },
  }),
  action({
    method: "GET",
    path: "/message_drafts/:id",
    summary: "What the current user has begun to write to a client",
    access: "workspace",
    answers: { status: 200, of: draftType },
    async run({ database, currentUser, id }) {
      return answerDraft(database, currentUser, await keyOf(database, currentUser, id()));
    },
  }),
  action({
    method: "PATCH",
    path: "/message_drafts/:id",
    summary: "Keep what the current user has begun to write to a client",
    access: "workspace",
    input: { type: "message_draft", attributes: content },
    answers: { status: 200, of: draftType },
    async run({ database, currentUser, attributes, id }) {
      const key = await keyOf(database, currentUser, id());
      const kept = await readDraft(database, key, sql`true`);
      const {
        body = kept.body,
        packageId = kept.package_id,
        documentIds = kept.documents.map((document) => document.id),
      } = attributes;
      await checkPackage(database, currentUser, key.clientId, packageId);
      await keepDraft(database, key, { body, packageId, documentIds }, attributes.submissionKey);
      return answerDraft(database, currentUser, key);
    },
  }),
];
