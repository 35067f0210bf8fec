/** What a client sees of their thread: no notes, nothing whose sender is not proved, and only what they may open. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { momentText } from "../engine/attribute.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { isShown } from "../files/content-type.ts";
import { faceIdOf } from "../pictures/faces.ts";
import { accounts, documents, messageAttachments, messageReads, messages, packages } from "../tables.ts";
import { ownDocuments, ownPackages } from "../visibility.ts";
import { readDraft } from "./draft.ts";
import { mostCounted } from "./reads.ts";

/** Messages of a page. */
const pageSize = 30;

const attachment = z.object({ id: z.uuid(), label: z.string(), is_shown: z.boolean() });

const shownMessage = z.object({
  id: z.uuid(),
  number: z.int(),
  kind: z.enum(["message", "announcement"]),
  source: z.string(),
  /** Of who wrote it. */
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

/** What the person has begun to write. */
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

export const portalThreadType = recordType("portal_thread", thread);
export const portalDraftType = recordType("portal_message_draft", portalDraft);

/** SQL of the messages that a client sees. @param clientId of the client */
function shownTo(clientId: string | SQLWrapper): SQL {
  return sql`${messages.clientId} = ${clientId} and ${messages.kind} <> 'note' and ${messages.isVerified}`;
}

function lastRead(clientId: string | SQLWrapper, email: string): SQL {
  return sql`coalesce((select ${messageReads.lastReadNumber} from ${messageReads}
    where ${messageReads.clientId} = ${clientId} and ${messageReads.email} = ${email}), 0)`;
}

/** SQL of how many messages of others a person of the client has not read. */
export function unreadOfPerson(clientId: SQLWrapper, email: string): SQL {
  return sql`(select count(*)::integer from (select from ${messages} where ${shownTo(clientId)}
    and ${messages.number} > ${lastRead(clientId, email)} and ${messages.deletedAt} is null
    and ${messages.authorEmail} is distinct from ${email} limit ${sql.raw(String(mostCounted))}) unread)`;
}

/**
 * Reads a page of the thread, the newest without `before`.
 * @param before number of a message: those before it are read; null: the newest
 */
export async function readPortalThread(database: Pick<Queries, "execute">, user: PortalUser, before: number | null) {
  const { clientId, email } = user;
  const older = before === null ? sql`true` : sql`${messages.number} < ${before}`;
  const { rows } = await database.execute<Record<string, unknown> & { attachments: readonly AttachmentRow[] }>(sql`
    select ${messages.id}, ${messages.number}::float8 as number, ${messages.kind}, ${messages.source}, ${messages.authorName} as name,
      (select ${faceIdOf(accounts.profilePicture)} from ${accounts} where ${accounts.id} = ${messages.authorAccountId}) as photo_id,
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

/** What a person has begun to write. Staff who look see no draft: nobody has sent it. */
export async function readPortalDraft(
  database: Pick<Queries, "execute">,
  user: PortalUser,
): Promise<z.output<typeof portalDraft>> {
  const { workspaceId, clientId, email, viewerAccountId } = user;
  const key = { clientId, workspaceId, email: viewerAccountId === null ? email : "" };
  return portalDraft.parse(await readDraft(database, key, ownDocuments(user)));
}
