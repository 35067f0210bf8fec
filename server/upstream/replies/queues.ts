import type { JobQueue } from "../../jobs/jobs.ts";

/**
 * Emails of which messages are made, and those that an agent accepted, whose files are added. One at a time: the thread that reads an
 * email may use much memory. A job's key is the email's id.
 */
export const inboundMailQueue: JobQueue = {
  name: "inbound_mail",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 120,
  retries: 8,
  retrySeconds: 5,
};
