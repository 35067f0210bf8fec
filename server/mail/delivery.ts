import type { PgBoss } from "pg-boss";
import { findQueued, noteAttempt, type Queries, type QueuedMail, removeMail, settleMail } from "./outbox.ts";
import type { Smtp } from "./smtp.ts";

export const queue = "mail";

/** Some three hours of trying: 10 s after the first failure, then about twice as long each time. */
const patience = { retryLimit: 10, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600 } as const;

/** The part of a pino logger that mail uses: fields first, then a fixed sentence. */
export interface MailLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DeliverySettings {
  readonly jobs: PgBoss;
  readonly queries: Queries;
  readonly smtp: Smtp;
  readonly log: MailLog;
}

/** Starts to deliver what is queued; of all the servers on one database one at a time takes each mail. */
export async function startDelivery({ jobs, queries, smtp, log }: DeliverySettings): Promise<void> {
  await jobs.createQueue(queue, { ...patience, expireInSeconds: 120, deleteAfterSeconds: 3600 });
  // Reads the queue's settings into pg-boss's memory: inside a caller's transaction it must not ask for them.
  await jobs.findJobs(queue, { id: crypto.randomUUID() });
  await jobs.work(queue, { pollingIntervalSeconds: 0.5, localConcurrency: 2 }, async ([job]) => {
    if (job) await deliver(job.id);
  });

  async function deliver(id: string): Promise<void> {
    const mail = await findQueued(queries, id);
    if (mail === null) return;
    if (mail === "withheld") return removeMail(queries, id);
    if (mail.usefulUntil && mail.usefulUntil < new Date()) return giveUp(mail, "Nobody needs it any more.");
    const outcome = await smtp.send(id, mail);
    if (outcome.state === "refused") return refused(mail, outcome.reason, outcome.final);
    await settleMail(queries, id, "sent");
    log.info({ mail: id }, "Mail sent.");
  }

  async function refused(mail: QueuedMail, reason: string, isFinal: boolean): Promise<void> {
    const attempts = await noteAttempt(queries, mail.id, reason);
    if (isFinal || attempts > patience.retryLimit) return giveUp(mail, reason);
    log.warn({ mail: mail.id, attempts }, "Mail not sent yet.");
    throw new Error(`Mail not sent yet: ${reason}`);
  }

  async function giveUp(mail: QueuedMail, reason: string): Promise<void> {
    await settleMail(queries, mail.id, "failed", reason);
    log.error({ mail: mail.id }, "Mail given up.");
  }
}
