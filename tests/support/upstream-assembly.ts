/** The embedded service with everything that it works on, put together in one place for all tests. */
import { pino } from "pino";
import type { Database } from "#server/database/database.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import type { Log } from "#server/log.ts";
import { createMailer, type Mailer } from "#server/mail/mailer.ts";
import type { ObjectStore } from "#server/upstream/storage/object-store.ts";
import { createUpstream, type Upstream, type UpstreamParts } from "#server/upstream/upstream.ts";
import { pushHost } from "./push-service.ts";
import { createTestStore } from "./test-store.ts";

export const publicOrigin = "http://latchkey.test";
export const secrets = ["a secret that seals what tests leave"];

export interface Foundation {
  readonly database: Database;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Keeps its mails; nothing is delivered. */
  readonly mailer: Mailer;
  /** Closes all of these. */
  close(): Promise<void>;
}

interface FoundationSettings {
  readonly log?: Log | undefined;
  /** How often to look for jobs whose process was killed. */
  readonly lookEverySeconds?: number | undefined;
}

/** Puts jobs and a mailer on a database, which is closed with them. */
export async function layFoundation(
  database: Database,
  { log = pino({ level: "silent" }), lookEverySeconds }: FoundationSettings = {},
): Promise<Foundation> {
  const jobs = createJobs({ pool: database.pool, log, ...(lookEverySeconds !== undefined && { lookEverySeconds }) });
  const mailer = await createMailer({ database, jobs, from: "Latchkey <mail@latchkey.test>", log });
  return {
    database,
    log,
    jobs,
    mailer,
    async close() {
      await jobs.close();
      await mailer.close();
      await database.close();
    },
  };
}

interface UpstreamSettings
  extends FoundationSettings,
    Partial<Pick<UpstreamParts, "model" | "demo" | "publicOrigin" | "secrets" | "replies">> {
  readonly clock?: (() => Date) | undefined;
  /** In place of an embedded store in a folder of its own. */
  readonly store?: ObjectStore | undefined;
}

export interface AssembledUpstream extends Foundation {
  readonly objects: ObjectStore;
  readonly upstream: Upstream;
}

/** Creates the service on a database, which is closed with it. */
export async function assembleUpstream(
  database: Database,
  { log, lookEverySeconds, clock, store, ...parts }: UpstreamSettings = {},
): Promise<AssembledUpstream> {
  const foundation = await layFoundation(database, { log, lookEverySeconds });
  const own = createTestStore(clock);
  const objects = store ?? own.store;
  const open = { registration: "open", localPushHosts: [pushHost] } as const;
  const usual = { model: null, demo: false, publicOrigin, secrets, ...open };
  const upstream = await createUpstream({ ...usual, ...foundation, ...parts, objects, ...(clock && { clock }) });
  return {
    ...foundation,
    objects,
    upstream,
    async close() {
      upstream.close();
      await foundation.close();
      own.remove();
    },
  };
}
