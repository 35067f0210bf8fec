import { type JobQueue, type Jobs, PutOff } from "../jobs/jobs.ts";
import { findQueued, type Queries, type QueuedMail, recordAttempt, removeMail, settleMail } from "./outbox.ts";
import type { Smtp, SmtpOutcome } from "./smtp.ts";

/** About three hours: 10 s after the first failure, then twice as long each time. */
export const mailQueue: JobQueue = {
  name: "mail",
  concurrency: 2,
  pollSeconds: 0.5,
  expireSeconds: 120,
  retries: 10,
  retrySeconds: 10,
};

export interface MailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface DeliverySettings {
  readonly jobs: Jobs;
  readonly queries: Queries;
  readonly smtp: Smtp;
  readonly log: MailLog;
  /** Called in the transaction that gives up an email whose address takes none. */
  readonly onBounce: OnBounce;
}

/** @param reason in the mail server's words */
export type OnBounce = (database: Queries, to: string, reason: string) => Promise<void>;

type Refused = Extract<SmtpOutcome, { state: "refused" }>;

/** Delivers queued emails; each is taken by one server at a time. */
export async function startDelivery({ jobs, queries, smtp, log, onBounce }: DeliverySettings): Promise<void> {
  await jobs.work(mailQueue, ({ key }) => deliver(key));

  async function deliver(id: string): Promise<void> {
    const mail = await findQueued(queries, id);
    if (mail === null) return;
    if (mail === "withheld") return removeMail(queries, id);
    if (mail.usefulUntil && mail.usefulUntil < new Date()) return giveUp(mail, "Nobody needs it any more.");
    const outcome = await smtp.send(id, mail);
    if (outcome.state === "refused") return refused(mail, outcome);
    await settleMail(queries, id, "sent");
    log.info({ mail: id }, "Mail sent.");
  }

  async function refused(mail: QueuedMail, { reason, final, isBounce }: Refused): Promise<void> {
    const attempts = await recordAttempt(queries, mail.id, reason);
    if (final || attempts > mailQueue.retries) return giveUp(mail, reason, isBounce);
    log.warn({ mail: mail.id, attempts, reason: withoutAddresses(reason, mail.to) }, "Mail not sent yet.");
    throw new PutOff("Mail not sent yet.");
  }

  async function giveUp(mail: QueuedMail, reason: string, isBounce = false): Promise<void> {
    await queries.transaction(async (transaction) => {
      await settleMail(transaction, mail.id, "failed", reason);
      if (isBounce) await onBounce(transaction, mail.to, reason);
    });
    log.error({ mail: mail.id, reason: withoutAddresses(reason, mail.to) }, "Mail given up.");
  }
}

/** A mail server's answer for the log, without addresses. @param to servers also repeat the part before the @ */
function withoutAddresses(reason: string, to: string): string {
  const [local = ""] = to.split("@");
  const words = reason.split(/\s+/).map((word) => (word.includes("@") ? "[address]" : word));
  return words.map((word) => (nameIn(word) === local.toLowerCase() ? "[address]" : word)).join(" ");
}

function nameIn(word: string): string {
  return word
    .toLowerCase()
    .replace(/^[<("']{0,2}/, "")
    .replace(/[>)"':,;.]{0,3}$/, "");
}
