/** Takes emails to reply addresses, and keeps them safe until they are filed. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { JobQueue, Jobs } from "../../jobs/jobs.ts";
import { createFairQueue } from "../../pictures/fair-queue.ts";
import type { AfterCommit } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { inboundMails, objects } from "../tables.ts";
import { type Correspondent, findCorrespondent } from "./inbound-mail.ts";
import { packReading, readArrived } from "./kept-mails.ts";
import { mailBounds } from "./mail-reading.ts";
import type { ReplyAddresses } from "./reply-addresses.ts";

/** Days within which an agent decides about an email. */
const keptDays = 90;

export interface ArrivedMail {
  /** Of the envelope; "" for delivery reports. */
  readonly sender: string;
  readonly recipients: readonly Correspondent[];
  /** At most 25 MB. */
  readonly bytes: Uint8Array;
}

export interface Mailbox {
  /** Null where the address takes no emails. @throws Error when the database does not answer */
  find(address: string): Promise<Correspondent | null>;
  /** Parses an email and stores it without secrets; from then on it will be filed. @throws Error when it is not stored */
  take(mail: ArrivedMail): Promise<void>;
}

interface MailboxParts {
  readonly database: Queries;
  readonly store: ObjectStore;
  readonly jobs: Jobs;
  readonly addresses: ReplyAddresses;
}

export function createMailbox({ database, store, jobs, addresses }: MailboxParts): Mailbox {
  // Parsing may use much memory.
  const reading = createFairQueue({ atOnce: 1, milliseconds: 3 * mailBounds.milliseconds });
  return {
    async find(address) {
      const id = addresses.idOf(address);
      return id === null ? null : findCorrespondent(database, id);
    },
    async take({ sender, recipients, bytes }) {
      for (const recipient of recipients) {
        const { id: replyAddressId, workspaceId, clientId } = recipient;
        const read = await reading.run(workspaceId, (signal) => readArrived(database, bytes, recipient, signal));
        const storageKey = await storeBytes(database, store, recipient, packReading(read));
        await database.transaction(async (transaction) => {
          const row = { workspaceId, clientId, replyAddressId, storageKey, sender: sender.slice(0, 320) };
          const id = await insertOne(transaction, inboundMails, row);
          await jobs.send(inboundMailQueue, id, transaction);
        });
      }
    },
  };
}

/** The row comes first, since the bytes are removed by it. */
async function storeBytes(database: Queries, store: ObjectStore, recipient: Correspondent, bytes: Uint8Array) {
  const storageKey = `${recipient.workspaceId}/${randomUUID()}`;
  await database.insert(objects).values({
    storageKey,
    workspaceId: recipient.workspaceId,
    accountId: recipient.id,
    size: bytes.length,
    expiresAt: sql`now() + make_interval(days => ${keptDays})`,
  });
  await store.put(storageKey, "application/octet-stream", bytes);
  return storageKey;
}

const maxAtOnce = 1000;

/** Queues emails again that have been waiting for long: after an outage, or from a restored dump. */
export async function requeueStaleMails(database: Queries, afterCommit: AfterCommit): Promise<void> {
  const waiting = await database
    .select({ id: inboundMails.id })
    .from(inboundMails)
    .where(sql`${inboundMails.state} = 'queued' and ${inboundMails.insertedAt} < now() - interval '10 minutes'`)
    .orderBy(inboundMails.insertedAt)
    .limit(maxAtOnce);
  for (const { id } of waiting) await afterCommit(inboundMailQueue, id);
}

/** Emails to file, and accepted ones whose files are added; the key is the email's id. One at a time, since parsing may use much memory. */
export const inboundMailQueue: JobQueue = {
  name: "inbound_mail",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 120,
  retries: 8,
  retrySeconds: 5,
};
