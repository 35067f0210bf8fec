/** The state of emails. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { nextVersion } from "../engine/writing.ts";
import { inboundMails, objects } from "../tables.ts";

export type Mail = typeof inboundMails.$inferSelect;

type Settling = Partial<typeof inboundMails.$inferInsert> & Pick<Mail, "state">;

/** The email with this id; null where there is none any more. */
export async function findMail(queries: Queries, id: string): Promise<Mail | null> {
  if (!isUuid(id)) throw new Error("An email has an id.");
  const [mail] = await queries.select().from(inboundMails).where(sql`${inboundMails.id} = ${id}`);
  return mail ?? null;
}

/** Writes down what became of an email. Unless it waits for an agent, its bytes are removed after a day. */
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
