import { join } from "node:path";
import type { Hono } from "hono";
import { openResumableUploads } from "#app/uploads/resumable.server.ts";
import { sweepSpool } from "#app/uploads/spool.server.ts";
import { sweepUploadParts } from "#app/uploads/upload-parts.server.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrations.ts";
import type { Env } from "./env.ts";
import { createJobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import { createMailer } from "./mail/mailer.ts";
import { createPictures } from "./pictures/pictures.ts";
import { readSessionSecrets } from "./session-secret.ts";
import { createSessionStore } from "./session-store/session-store.ts";
import { createLanguageModel } from "./upstream/language-model/language-model.ts";
import { openObjectStore } from "./upstream/storage/storage.ts";
import { createUpstream, type Upstream, type UpstreamParts } from "./upstream/upstream.ts";
import { connectUpstreams, needsEmbedded } from "./upstream-connections.ts";
import { answerWithApp, type BuiltApp } from "./web/application.ts";
import type { WebTypes } from "./web/layer.ts";
import { createSignInLimits } from "./web/sign-in-limits.ts";
import { createWeb } from "./web.ts";

export interface LatchkeyOptions {
  readonly env: Env;
  readonly log: Log;
  readonly build: BuiltApp;
  /** Folder of the built client, whose files are served. */
  readonly clientDir: string;
}

export interface Latchkey {
  readonly web: Hono<WebTypes>;
  /** From now on `/readyz` says no; everything else goes on. */
  announceEnd(): void;
  /** Ends everything, in the order opposite to the start. No request may be under way. */
  close(): Promise<void>;
}

const sweepEveryMs = 15 * 60_000;
/** So many that the page of a busy demo still weighs less than 8 kB. */
const mailsInOutbox = 10;

/**
 * Opens the whole house: database, migrations, mailer, upstream, web.
 * @throws StartRefused for what the operator can put right; nothing is left open then
 */
export async function openLatchkey(options: LatchkeyOptions): Promise<Latchkey> {
  const { env, log } = options;
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  try {
    const applied = await migrate({ pool: database.pool, log });
    if (applied.length > 0) log.info({ applied }, "Migrations were applied");
    return await furnish(options, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The service inside Latchkey, with the store of its files. */
async function openEmbedded(
  env: Env,
  parts: Pick<UpstreamParts, "database" | "log" | "mailer" | "jobs" | "secrets">,
): Promise<Upstream> {
  const { dataDir, storage, publicOrigin, demo, languageModel } = env;
  const objects = await openObjectStore({ storage, dataDir, log: parts.log });
  const model = languageModel && createLanguageModel(languageModel);
  return createUpstream({ ...parts, objects, model, publicOrigin, demo });
}

/** Everything that stands on the database. */
async function furnish({ env, log, build, clientDir }: LatchkeyOptions, database: Database): Promise<Latchkey> {
  const jobs = createJobs({ pool: database.pool, log });
  const mailer = await createMailer({ database, jobs, smtpUrl: env.smtpUrl, from: env.mailFrom, log });
  const { publicOrigin, demo } = env;
  if (env.databaseUrl !== undefined && env.sessionSecrets === undefined)
    log.warn({}, "SESSION_SECRETS is unset: other servers on this database cannot read this one's sessions");
  const secrets = readSessionSecrets(env.sessionSecrets, env.dataDir);
  const embedded = needsEmbedded(env) ? await openEmbedded(env, { database, log, mailer, jobs, secrets }) : null;
  const upstream = connectUpstreams(env, embedded, log);
  const sessionStore = createSessionStore({ database, secrets });
  const sweeping = setInterval(() => {
    sessionStore.sweep().catch((error: unknown) => log.warn({ err: error }, "Ended sessions were not removed"));
    const sweeps = [sweepSpool, sweepUploadParts].map((sweep) => sweep(env.spoolDir, new Date()));
    Promise.all(sweeps).catch((error: unknown) => log.warn({ err: error }, "The spool was not swept"));
  }, sweepEveryMs);

  const app = answerWithApp(build, {
    upstream,
    sessionStore,
    settings: {
      publicOrigin,
      demo,
      supportEmail: env.supportEmail,
      secureCookies: env.secure,
      outbox: demo && env.smtpUrl === undefined ? () => mailer.recent(mailsInOutbox) : null,
    },
    pictures: createPictures({
      secrets,
      upstreamUrl: upstream.recordsUrl,
      folder: join(env.dataDir, "pictures"),
      fetchOwn: upstream.fetchPicture,
      log,
    }),
    uploads: {
      folder: env.spoolDir,
      postFile: upstream.postFile,
      resumable: openResumableUploads(env.spoolDir),
    },
    signInLimits: createSignInLimits({ pool: database.pool, log, addressLimits: env.addressLimits }),
  });
  let isEnding = false;
  const ready = async (): Promise<boolean> => {
    const answers = await Promise.all([!isEnding, database.ready(), upstream.ready()]);
    return answers.every(Boolean);
  };
  const { secure, addressLimits } = env;
  const development = typeof build === "function";
  return {
    web: createWeb({ log, publicOrigin, secure, development, addressLimits, clientDir, ready, app }),
    announceEnd() {
      isEnding = true;
    },
    async close() {
      clearInterval(sweeping);
      await upstream.close();
      embedded?.close();
      await jobs.close();
      await mailer.close();
      await database.close();
    },
  };
}
