/** A client's thread in the portal: without notes, without unproved senders, and with documents that the client may open. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { isShown } from "../files/content-type.ts";
import { publicPhotoIdOf } from "../pictures/pictures.ts";
import { accounts, documents, messageAttachments, messageReads, messages, packages } from "../tables.ts";
import { ownDocuments, ownPackages, writerOf } from "../visibility.ts";
import { addMessage } from "./add-message.ts";
import { checkDocuments } from "./client-of-thread.ts";
import { endDraft, keepDraft, readDraft } from "./draft.ts";
import { body, documentIds, draftBody } from "./inputs.ts";
import { markRead, mostCounted } from "./reads.ts";

const pageSize = 30;

const attachment = z.object({ id: z.uuid(), label: z.string(), is_shown: z.boolean() });

const shownMessage = z.object({
  id: z.uuid(),
  number: z.int(),
  kind: z.enum(["message", "announcement"]),
  source: z.string(),
  name: z.string(),
  photo_id: z.uuid().nullable().describe("Of a member who wrote it, below /portal/faces"),
  is_own: z.boolean().describe("Whether the person who asks wrote it"),
  is_from_client: z.boolean(),
  body: z.string(),
  original: z.string().nullable().describe("All of the email that the person wrote, where the body is a part of it"),
  is_deleted: z.boolean(),
  edited_at: z.iso.datetime().nullable(),
  inserted_at: z.iso.datetime(),
  package_id: z.uuid().nullable().describe("The property that it is about, where the client may see it"),
  property: z.string().nullable().describe("Its street"),
  attachments: z.array(attachment),
  payment_warning: z.array(z.string()).describe("What in it looks like payment details; never of a client's own"),
});

const portalDraft = z.object({
  body: z.string(),
  documents: z.array(attachment.omit({ is_shown: true })),
  submission_key: z.uuid(),
});

const thread = z.object({
  messages: z.array(shownMessage).describe("The oldest of the page first"),
  older: z.int().nullable().describe("For `before`, where there are older ones"),
  last_read_number: z.int().describe("Up to which message the person has read"),
  draft: portalDraft,
});

const portalThreadType = recordType("portal_thread", thread);
const portalDraftType = recordType("portal_message_draft", portalDraft);

/** SQL of the messages that a client sees. */
function shownTo(clientId: string | SQLWrapper): SQL {
  return sql`${messages.clientId} = ${clientId} and ${messages.kind} <> 'note' and ${messages.isVerified}`;
}

function lastRead(clientId: string | SQLWrapper, email: string): SQL {
  return sql`coalesce((select ${messageReads.lastReadNumber} from ${messageReads}
    where ${messageReads.clientId} = ${clientId} and ${messageReads.email} = ${email}), 0)`;
}

/** SQL of a person's unread messages. */
export function unreadOfPerson(clientId: SQLWrapper, email: string): SQL {
  return sql`(select count(*)::integer from (select from ${messages} where ${shownTo(clientId)}
    and ${messages.number} > ${lastRead(clientId, email)} and ${messages.deletedAt} is null
    and ${messages.authorEmail} is distinct from ${email} limit ${sql.raw(String(mostCounted))}) unread)`;
}

/** A page of the thread. @param before the number of a message; null: the newest page */
async function readPortalThread(database: Pick<Queries, "execute">, user: PortalUser, before: number | null) {
  const { clientId, email } = user;
  const older = before === null ? sql`true` : sql`${messages.number} < ${before}`;
  const { rows } = await database.execute<Record<string, unknown> & { attachments: readonly AttachmentRow[] }>(sql`
    select ${messages.id}, ${messages.number}::float8 as number, ${messages.kind}, ${messages.source}, ${messages.authorName} as name,
      (select ${publicPhotoIdOf(accounts.profilePicture)} from ${accounts} where ${accounts.id} = ${messages.authorAccountId}) as photo_id,
      coalesce(${messages.authorEmail} = ${email}, false) as is_own, ${messages.isFromClient}, ${messages.body},
      case when ${messages.authorEmail} = ${email} then ${messages.original} end as original,
      ${messages.deletedAt} is not null as is_deleted, ${momentText(messages.editedAt)} as edited_at,
      ${momentText(messages.insertedAt)} as inserted_at, place.id as package_id, place.street as property,
      case when ${messages.isFromClient} and ${messages.source} <> 'email' then '{}'::text[] else ${messages.paymentWarning} end
        as payment_warning,
      (select coalesce(json_agg(json_build_object('id', ${documents.id}, 'label', ${documents.label}, 'mime', ${documents.mime})
          order by ${messageAttachments.position}), '[]')
        from ${messageAttachments} join ${documents} on ${documents.id} = ${messageAttachments.documentId}
        where ${messageAttachments.messageId} = ${messages.id} and ${ownDocuments(user)}) as attachments
    from ${messages} left join lateral (select ${packages.id}, ${packages.street} from ${packages}
      where ${packages.id} = ${messages.packageId} and ${ownPackages(user)}) place on true
    where ${shownTo(clientId)} and ${older}
    order by ${messages.number} desc limit ${pageSize + 1}`);
  const shown = rows.slice(0, pageSize).reverse();
  const draft = await readPortalDraft(database, user);
  const { rows: reads } = await database.execute<{ number: number }>(
    sql`select ${lastRead(clientId, email)}::float8 as number`,
  );
  return thread.parse({
    messages: shown.map((row) => ({ ...row, attachments: row.attachments.map(writeAttachment) })),
    older: rows.length > pageSize ? (shown[0]?.number ?? null) : null,
    last_read_number: reads[0]?.number ?? 0,
    draft,
  });
}

interface AttachmentRow {
  readonly id: string;
  readonly label: string;
  readonly mime: string;
}

function writeAttachment({ id, label, mime }: AttachmentRow) {
  return { id, label, is_shown: isShown(mime) };
}

/** Staff who look see no draft. */
async function readPortalDraft(
  database: Pick<Queries, "execute">,
  user: PortalUser,
): Promise<z.output<typeof portalDraft>> {
  const { workspaceId, clientId, email, viewerAccountId } = user;
  const key = { clientId, workspaceId, email: viewerAccountId === null ? email : "" };
  return portalDraft.parse(await readDraft(database, key, ownDocuments(user)));
}

const sentType = recordType("portal_message", z.object({}));

const numberText = z.string().regex(/^\d{1,15}$/, "Say the number of a message.");

export const portalMessageRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/messages",
    summary: "The client's thread: the newest 30 messages, or those before one, and what the person has begun to write",
    access: "client",
    parameters: z.object({ before: numberText.optional() }),
    answers: { status: 200, of: portalThreadType },
    async run({ database, currentUser, parameters: { before } }) {
      const attributes = await readPortalThread(database, currentUser, before === undefined ? null : Number(before));
      return found(portalThreadType, { id: currentUser.clientId, attributes, path: "/portal/messages" });
    },
  }),
  action({
    method: "POST",
    path: "/portal/messages",
    summary: "Send a message to the agent; what was begun is sent with it, and a new one begins",
    access: "client",
    input: {
      type: "portal_message",
      attributes: z.object({ body, documentIds: documentIds.optional() }),
    },
    answers: { status: 201, of: sentType },
    async run({ database, currentUser: user, attributes: { body, documentIds = [] } }) {
      const { clientId, workspaceId, email } = user;
      if (body === "" && documentIds.length === 0)
        throw invalidAttribute("body", "Message must be at least 1 character.");
      await checkOwnDocuments(database, user, documentIds);
      const write = { database, currentUser: writerOf(user) };
      const added = await addMessage(write, { clientId, source: "portal", authorEmail: email, body, documentIds });
      if (added === null) throw new Error("The message was not added.");
      await endDraft(database, { clientId, workspaceId, email });
      return created(sentType, { id: added.id, attributes: {} });
    },
  }),
  action({
    method: "POST",
    path: "/portal/messages/read",
    summary: "The person has read their thread, up to a message; only for what they did themselves",
    access: "client",
    input: {
      type: "portal_thread",
      attributes: z.object({ number: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { number } }) {
      const { workspaceId, clientId, email, name } = currentUser;
      await markRead(database, { workspaceId, clientId, email, name }, number);
      return nothing;
    },
  }),
  action({
    method: "GET",
    path: "/portal/message_draft",
    summary: "What the person has begun to write",
    access: "client",
    answers: { status: 200, of: portalDraftType },
    async run({ database, currentUser }) {
      const attributes = await readPortalDraft(database, currentUser);
      return found(portalDraftType, { id: currentUser.clientId, attributes, path: "/portal/message_draft" });
    },
  }),
  action({
    method: "PATCH",
    path: "/portal/message_draft",
    summary: "Keep what the person has begun to write; what is left out stays as it was",
    access: "client",
    input: {
      type: "portal_message_draft",
      attributes: z.object({ body: draftBody.optional(), documentIds: documentIds.optional() }),
    },
    answers: { status: 204, of: null },
    async run({ database, currentUser: user, attributes }) {
      const { clientId, workspaceId, email } = user;
      const key = { clientId, workspaceId, email };
      await checkOwnDocuments(database, user, attributes.documentIds ?? []);
      const before = await readDraft(database, key, ownDocuments(user));
      await keepDraft(database, key, {
        body: attributes.body ?? before.body,
        packageId: null,
        documentIds: attributes.documentIds ?? before.documents.map(({ id }) => id),
      });
      return nothing;
    },
  }),
];

const gone = "A document isn't there any more. Choose again.";

function checkOwnDocuments(database: Queries, user: PortalUser, ids: readonly string[]): Promise<void> {
  return checkDocuments(database, { seen: ownDocuments(user), otherwise: gone }, ids);
}
