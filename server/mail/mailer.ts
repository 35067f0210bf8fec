import { randomUUID } from "node:crypto";
import type { Jobs } from "../jobs/jobs.ts";
import { reasonOf } from "../reason.ts";
import { type MailLog, mailQueue, type OnBounce, startDelivery } from "./delivery.ts";
import { type Mail, sealHeaders } from "./mail.ts";
import { insertMails, type KeptMail, listRecent, type Queries, sweepOutbox } from "./outbox.ts";
import {
  countWaiting,
  hurryWaiting,
  type LostMail,
  listLost,
  listWaiting,
  type MailHolder,
  type WaitingMail,
} from "./waiting.ts";

interface MailerSettings {
  readonly database: { readonly orm: Queries };
  readonly jobs: Jobs;
  /** Without it emails are kept for `recent`, and not delivered. */
  readonly smtpUrl?: string | undefined;
  /** A bare address, or a name and the address in angle brackets. */
  readonly from: string;
  readonly log: MailLog;
}

interface SendOptions {
  /** The email exists once the transaction commits. */
  readonly within?: Queries;
  /** Costs the same as sending, but is never delivered: for an address without an account. */
  readonly withheld?: boolean;
}

export interface Mailer {
  /** Stores an email for delivery. @returns its id @throws Error when `to` is not one bare address */
  send(mail: Mail, options?: SendOptions): Promise<string>;
  /** Stores many emails in a transaction. @throws Error as `send` */
  sendAll(mails: readonly Mail[], within: Queries): Promise<void>;
  /** Newest first. @param to undefined: any address @param skip how many newer ones are left out */
  recent(limit: number, to?: string, skip?: number): Promise<readonly KeptMail[]>;
  readonly isSending: boolean;
  /** See waiting.ts. */
  readonly waiting: {
    count(queries: Queries, holder: MailHolder): Promise<number>;
    list(queries: Queries, holder: MailHolder): Promise<readonly WaitingMail[]>;
    listLost(queries: Queries, holder: MailHolder): Promise<readonly LostMail[]>;
    /** @param transaction commits the next try */
    hurry(transaction: Queries, holder: MailHolder): Promise<number>;
  };
  /** Registers who is told of bounces. */
  onBounce(tell: OnBounce): void;
  /** The jobs have to be closed before. */
  close(): Promise<void>;
}

const sweepEvery = 3_600_000;

/** Resolves when emails can be sent inside transactions. */
export async function createMailer(settings: MailerSettings): Promise<Mailer> {
  const { orm } = settings.database;
  let tellBounce: OnBounce = async () => {};
  const onBounce: OnBounce = (...bounce) => tellBounce(...bounce);
  const smtp = settings.smtpUrl === undefined ? null : await openPost({ ...settings, onBounce }, settings.smtpUrl);
  const sweeping = setInterval(() => sweep(orm, settings.log), sweepEvery).unref();

  async function store(queries: Queries, mails: readonly Mail[], isWithheld: boolean): Promise<readonly string[]> {
    const named = mails.map((mail) => ({ id: randomUUID(), ...mail }));
    await insertMails(queries, named, isWithheld ? "withheld" : smtp ? "queued" : "kept");
    if (smtp) for (const { id } of named) await settings.jobs.send(mailQueue, id, queries);
    return named.map(({ id }) => id);
  }

  async function storeOne(queries: Queries, mail: Mail, isWithheld: boolean): Promise<string> {
    const [id] = await store(queries, [mail], isWithheld);
    if (id === undefined) throw new Error("The mail was not stored.");
    return id;
  }

  return {
    async send(mail, { within, withheld = false } = {}) {
      const sealed = sealHeaders(mail);
      if (within) return storeOne(within, sealed, withheld);
      return orm.transaction((transaction) => storeOne(transaction, sealed, withheld));
    },
    async sendAll(mails, within) {
      if (mails.length > 0) await store(within, mails.map(sealHeaders), false);
    },
    recent: (limit, to, skip) => listRecent(orm, { limit, to, skip }),
    isSending: smtp !== null,
    waiting: {
      count: countWaiting,
      list: (queries, holder) => listWaiting(queries, settings.jobs, holder),
      listLost,
      // Without a mail server nobody works on the queue.
      hurry: async (transaction, holder) => (smtp ? hurryWaiting(transaction, settings.jobs, holder) : 0),
    },
    onBounce(tell) {
      tellBounce = tell;
    },
    async close() {
      clearInterval(sweeping);
      smtp?.close();
    },
  };
}

async function openPost(settings: MailerSettings & { readonly onBounce: OnBounce }, smtpUrl: string) {
  const { database, jobs, from, log, onBounce } = settings;
  // Without a mail server its modules are not loaded.
  const { createSmtp } = await import("./smtp.ts");
  const smtp = createSmtp(smtpUrl, from);
  await startDelivery({ jobs, queries: database.orm, smtp, log, onBounce });
  return smtp;
}

async function sweep(queries: Queries, log: MailLog): Promise<void> {
  try {
    await sweepOutbox(queries);
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "Old mails could not be removed.");
  }
}
