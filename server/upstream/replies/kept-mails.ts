/** Emails in the object store: parsed, and without the secrets of mailed links. */
import { deserialize, serialize } from "node:v8";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { greetingOf } from "../../../spelling/greeting.ts";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { nextVersion } from "../engine/writing.ts";
import { splitName } from "../identity/person-name.ts";
import { hashToken } from "../identity/tokens.ts";
import { newsMail } from "../mailing/mailing.ts";
import { messageMail } from "../mailing/message-mails.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import {
  emailChangeLinks,
  emailChanges,
  inboundMails,
  languages,
  mailedLinks,
  objects,
  portalInvitations,
  workspaceConfirmations,
} from "../tables.ts";
import { BoundMet, runBounded } from "../texts/bounded-worker.ts";
import type { Correspondent } from "./inbound-mail.ts";
import { mailBounds, mailReading, mailTokens } from "./mail-reading.ts";

const reading = z.object({
  mail: mailReading,
  /** In hexadecimal, of the secrets that the email had. */
  hashes: z.array(z.string()),
  /** Whether it may have more that cannot be found. */
  isUnsure: z.boolean(),
});
export type Reading = z.output<typeof reading>;

/** Parses an email for one of its recipients. @throws the signal's reason, or what the parser failed with */
export async function readArrived(
  database: Queries,
  bytes: Uint8Array,
  correspondent: Correspondent,
  signal: AbortSignal,
): Promise<Reading> {
  const { milliseconds, memoryBytes } = mailBounds;
  const read = (input: unknown) => runBounded("../replies/mail-worker", input, { milliseconds, memoryBytes, signal });
  try {
    const { tokens: pieces, placed, isUnsure } = mailTokens.parse(await read({ bytes }));
    const tokens = await findMailedTokens(database, pieces);
    const known = { tokens: [...tokens, ...placed], sent: await sentTo(database, correspondent) };
    const hashes = tokens.flatMap((token) => hashToken(token)?.toString("hex") ?? []);
    return { mail: mailReading.parse(await read({ bytes, known })), hashes, isUnsure };
  } catch (error) {
    if (error instanceof BoundMet) return refused("too_large");
    throw error;
  }
}

function refused(reason: "too_large" | "unreadable"): Reading {
  return { mail: { state: "refused", reason }, hashes: [], isUnsure: false };
}

/** The bytes of an email that was read, for the object store. */
export function packReading(read: Reading): Uint8Array {
  return serialize(read);
}

/** The first byte of a packed email, which no other email has. */
const firstByte = 0xff;

/** Opens a stored email. Emails of before are stored as they arrived. @throws StorageUnavailable, and as `readArrived` */
export async function openStored(
  { database, store }: { readonly database: Queries; readonly store: ObjectStore },
  { storageKey }: Pick<Mail, "storageKey">,
  correspondent: Correspondent,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    const bytes = new Uint8Array(await new Response(await store.read(storageKey)).arrayBuffer());
    if (bytes[0] !== firstByte) return await readArrived(database, bytes, correspondent, signal);
    return reading.parse(deserialize(bytes));
  } catch (error) {
    if (error instanceof ObjectMissing) return refused("unreadable");
    throw error;
  }
}

/** Newest messages whose mails may be answered. */
const mostMessages = 60;

/** One mail counts several unread messages. */
const mostCounted = 20;

const row = z.object({
  workspace_name: z.string(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  author_name: z.string(),
  words: z.string(),
});
type Row = z.output<typeof row>;

async function sentTo(database: Pick<Queries, "execute">, correspondent: Correspondent): Promise<string[]> {
  const { clientId, accountId } = correspondent;
  const { rows } = await database.execute(sql`
    select workspace.name as workspace_name, workspace.phone_number, workspace.website_url, message.author_name,
      left(message.body, 200) as words
    from upstream.messages message join upstream.workspaces workspace on workspace.id = message.workspace_id
    where message.client_id = ${clientId} and message.kind = 'message' and message.is_from_client = ${accountId !== null}
    order by message.number desc limit ${mostMessages}`);
  const found = z.array(row).parse(rows);
  const { textOfHtml } = await import("./html-text.ts");
  return found
    .flatMap((message, place) =>
      accountId === null ? toClient(message, place, correspondent) : [toMember(message, correspondent)],
    )
    .map(({ subject, text, html = "" }) => `${subject}\n${text}\n${textOfHtml(html)}`);
}

function toClient(message: Row, place: number, { name, greetedAs }: Correspondent) {
  const counts = place === 0 ? Array.from({ length: mostCounted }, (_, index) => index + 1) : [1];
  return languages.flatMap((language) =>
    counts.map((total) =>
      messageMail({
        to: "",
        name: greetingOf(name, greetedAs, language),
        language,
        workspaceName: message.workspace_name,
        contact: { phoneNumber: message.phone_number, websiteUrl: message.website_url },
        author: message.author_name,
        total,
        words: message.words,
        canReply: true,
        url: "",
        choicesUrl: "",
      }),
    ),
  );
}

function toMember(
  { workspace_name: workspaceName, author_name: author, words }: Row,
  { name, clientName }: Correspondent,
) {
  const told = { title: `${author} sent a message`, detail: words, isMessage: true, clientId: null, clientName };
  return newsMail({
    to: "",
    name: splitName(name).firstName,
    workspaceName,
    total: 1,
    news: [{ ...told, opportunityId: null }],
    canReply: true,
    publicOrigin: "",
    unsubscribeUrl: "",
  });
}

export type Mail = typeof inboundMails.$inferSelect;

type Settling = Partial<typeof inboundMails.$inferInsert> & Pick<Mail, "state">;

/** Null when there is no such email. */
export async function findMail(queries: Queries, id: string): Promise<Mail | null> {
  if (!isUuid(id)) throw new Error("An email has an id.");
  const [mail] = await queries.select().from(inboundMails).where(sql`${inboundMails.id} = ${id}`);
  return mail ?? null;
}

/** Sets the state of an email. Unless it waits for an agent, its bytes are removed after a day. */
export async function settleMail(queries: Queries, { id, storageKey }: Mail, settling: Settling): Promise<void> {
  const isOver = settling.state !== "waiting";
  await queries
    .update(inboundMails)
    .set({ ...nextVersion(inboundMails), ...settling, settledAt: isOver ? sql`now()` : null })
    .where(sql`${inboundMails.id} = ${id}`);
  if (isOver) await expireBytes(queries, storageKey);
}

/** Has the bytes of an email removed after a day. */
export async function expireBytes(queries: Queries, storageKey: string): Promise<void> {
  await queries.update(objects).set({ expiresAt: sql`now()` }).where(sql`${objects.storageKey} = ${storageKey}`);
}

const mostAtOnce = 5_000;

/** Which hashes are of mailed links, live or not. */
async function findMailedTokens(queries: Pick<Queries, "execute">, tokens: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += mostAtOnce) {
    const hashes = new Map(
      tokens.slice(at, at + mostAtOnce).map((token) => [hashToken(token)?.toString("hex") ?? "", token]),
    );
    const { rows } = await queries.execute<{ hash: string }>(sql`
      select encode(asked.hash, 'hex') as hash
      from (select decode(one, 'hex') as hash from unnest(${sql.param([...hashes.keys()])}::text[]) one) asked
      where exists (select from ${mailedLinks} where ${mailedLinks.tokenHash} = asked.hash)
        or exists (select from ${portalInvitations} where ${portalInvitations.tokenHash} = asked.hash)
        or exists (select from ${portalInvitations} where ${portalInvitations.earlierTokenHash} = asked.hash)
        or exists (select from ${emailChangeLinks} where ${emailChangeLinks.tokenHash} = asked.hash)
        or exists (select from ${workspaceConfirmations} where ${workspaceConfirmations.tokenHash} = asked.hash)`);
    found.push(...rows.flatMap(({ hash }) => hashes.get(hash) ?? []));
  }
  return found;
}

/** Ends mailed links, which a stranger may know. @param hashes in hexadecimal */
export async function endMailedLinks(queries: Pick<Queries, "execute">, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const isOne = sql`= any (array(select decode(one, 'hex') from unnest(${sql.param(hashes)}::text[]) one))`;
  // Used up, not expired: the row stays while its page may be asked for a new link.
  await queries.execute(sql`
    update ${mailedLinks} set used_at = now() where ${mailedLinks.tokenHash} ${isOne} and ${mailedLinks.usedAt} is null`);
  await queries.execute(sql`
    update ${portalInvitations} set expires_at = least(expires_at, now())
    where ${portalInvitations.tokenHash} ${isOne} and ${portalInvitations.acceptedAt} is null`);
  await queries.execute(sql`
    update ${emailChanges} set expires_at = least(expires_at, now()) where ${emailChanges.id} in (
      select ${emailChangeLinks.changeId} from ${emailChangeLinks} where ${emailChangeLinks.tokenHash} ${isOne})`);
  await queries.execute(sql`
    update ${workspaceConfirmations} set expires_at = least(expires_at, now())
    where ${workspaceConfirmations.tokenHash} ${isOne}`);
}

/** Ends all links of a person into the portal, since their email has some that cannot be read. */
export async function endLinksOf(queries: Pick<Queries, "execute">, email: string): Promise<void> {
  await queries.execute(sql`
    update ${mailedLinks} set used_at = now()
    where ${mailedLinks.email} = ${email} and ${mailedLinks.kind} = 'client' and ${mailedLinks.usedAt} is null`);
}
