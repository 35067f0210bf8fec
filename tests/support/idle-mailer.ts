import type { Jobs } from "#server/jobs/jobs.ts";
import type { Mailer } from "#server/mail/mailer.ts";

/** A mailer that takes everything and mails nothing. */
export const idleMailer: Mailer = {
  isSending: false,
  send: async () => "",
  sendAll: async () => {},
  onBounce: () => {},
  recent: async () => [],
  waiting: { count: async () => 0, list: async () => [], listLost: async () => [], hurry: async () => 0 },
  close: async () => {},
};

/** Takes jobs and does none. */
export const idleJobs: Jobs = {
  work: async () => {},
  send: async () => {},
  nextRuns: async () => new Map(),
  counts: async () => [],
  hurry: async () => {},
  close: async () => {},
};
