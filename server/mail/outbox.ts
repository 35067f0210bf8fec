import { and, desc, eq, inArray, isNotNull, lt, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { bigint, boolean, integer, type PgDatabase, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Mail } from "./mail.ts";

export type Queries = PgDatabase<NodePgQueryResultHKT>;

type MailState = "kept" | "queued" | "sent" | "failed" | "withheld";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const outbox = pgSchema("mail").table("outbox", {
  id: uuid().primaryKey(),
  state: text({ enum: ["kept", "queued", "sent", "failed", "withheld"] }).notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text(),
  html: text(),
  attempts: integer().notNull().default(0),
  lastError: text("last_error"),
  usefulUntil: moment("useful_until"),
  unsubscribeUrl: text("unsubscribe_url"),
  replyTo: text("reply_to"),
  senderName: text("sender_name"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  settledAt: moment("settled_at"),
  workspaceId: uuid("workspace_id"),
  clientId: uuid("client_id"),
  messageNumber: bigint("message_number", { mode: "number" }),
  triedAt: moment("tried_at"),
  namedClientIds: uuid("named_client_ids").array().notNull().default([]),
  isForgotten: boolean("is_forgotten").notNull().default(false),
});

export interface KeptMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
}

export interface QueuedMail extends Mail {
  readonly id: string;
}

/** At least one. */
export async function insertMails(queries: Queries, mails: readonly QueuedMail[], state: MailState): Promise<void> {
  // Every column, so that a withheld email costs the same as another.
  const rows = mails.map(({ id, to: recipient, subject, text: words, html = null, usefulUntil = null, ...more }) => {
    const { unsubscribeUrl = null, replyTo = null, senderName = null, isForgotten = false, about } = more;
    const { workspaceId = null, clientId = null, messageNumber = null, namedClientIds = [] } = about ?? {};
    const whose = { workspaceId, clientId, messageNumber, namedClientIds: [...namedClientIds] };
    return {
      id,
      state,
      recipient,
      subject,
      text: words,
      html,
      usefulUntil,
      unsubscribeUrl,
      replyTo,
      senderName,
      isForgotten,
      ...whose,
    };
  });
  await queries.insert(outbox).values(rows);
}

/** "withheld" for one that is never delivered; null when it is settled or gone. */
export async function findQueued(queries: Queries, id: string): Promise<QueuedMail | "withheld" | null> {
  const [row] = await queries.select().from(outbox).where(eq(outbox.id, id));
  if (row?.state === "withheld") return "withheld";
  if (row?.state !== "queued" || row.text === null) return null;
  return {
    id,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    ...(row.html === null ? {} : { html: row.html }),
    ...(row.usefulUntil === null ? {} : { usefulUntil: row.usefulUntil }),
    ...(row.unsubscribeUrl === null ? {} : { unsubscribeUrl: row.unsubscribeUrl }),
    ...(row.replyTo === null ? {} : { replyTo: row.replyTo }),
    ...(row.senderName === null ? {} : { senderName: row.senderName }),
  };
}

/** Marks an email as sent or given up, and deletes its text, which has links and codes. @param error why it was given up */
export async function settleMail(
  queries: Queries,
  id: string,
  state: "sent" | "failed",
  error: string | null = null,
): Promise<void> {
  await queries
    .update(outbox)
    .set({
      state,
      text: null,
      html: null,
      unsubscribeUrl: null,
      recipient: unlessForgotten(outbox.recipient, sql`''`),
      subject: unlessForgotten(outbox.subject, sql`''`),
      lastError: unlessForgotten(sql`${error}::text`, sql`null`),
      settledAt: sql`now()`,
    })
    .where(eq(outbox.id, id));
}

const unlessForgotten = (kept: SQLWrapper, otherwise: SQL) =>
  sql`case when ${outbox.isForgotten} then ${otherwise} else ${kept} end`;

/** @returns the number of attempts */
export async function recordAttempt(queries: Queries, id: string, error: string): Promise<number> {
  const [row] = await queries
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, lastError: error, triedAt: sql`now()` })
    .where(eq(outbox.id, id))
    .returning({ attempts: outbox.attempts });
  return row?.attempts ?? 0;
}

export async function removeMail(queries: Queries, id: string): Promise<void> {
  await queries.delete(outbox).where(eq(outbox.id, id));
}

interface RecentMails {
  readonly limit: number;
  /** Undefined: any address. */
  readonly to: string | undefined;
  /** How many newer ones are left out. */
  readonly skip: number | undefined;
}

/** Newest first, while their text is there. */
export async function listRecent(queries: Queries, { limit, to, skip = 0 }: RecentMails): Promise<readonly KeptMail[]> {
  const rows = await queries
    .select()
    .from(outbox)
    .where(
      and(
        ne(outbox.state, "withheld"),
        isNotNull(outbox.text),
        to === undefined ? undefined : eq(outbox.recipient, to),
      ),
    )
    .orderBy(desc(outbox.insertedAt), desc(outbox.id))
    .limit(limit)
    .offset(skip);
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text ?? "",
    sentAt: row.insertedAt,
  }));
}

/** Deletes withheld emails after an hour, emails with text after 7 days, others after 30. @returns their number */
export async function sweepOutbox(queries: Queries): Promise<number> {
  const isOld = lt(outbox.insertedAt, sql`now() - interval '30 days'`);
  const isSpent = and(eq(outbox.state, "withheld"), lt(outbox.insertedAt, sql`now() - interval '1 hour'`));
  const isUnread = and(
    inArray(outbox.state, ["kept", "queued"]),
    lt(outbox.insertedAt, sql`now() - interval '7 days'`),
  );
  const gone = await queries
    .delete(outbox)
    .where(or(isOld, isSpent, isUnread))
    .returning({ id: outbox.id });
  return gone.length;
}
