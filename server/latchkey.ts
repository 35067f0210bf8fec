import { join } from "node:path";
import type { Hono } from "hono";
import type { SessionStore } from "#app/session/store.ts";
import { openResumableUploads } from "#app/uploads/resumable.server.ts";
import { sweepSpool } from "#app/uploads/spool.server.ts";
import { sweepUploadParts } from "#app/uploads/upload-parts.server.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { migrateDatabase } from "./database/migrations.ts";
import { measureDisks } from "./disk-room.ts";
import type { Env } from "./env.ts";
import { openFolders } from "./folders.ts";
import { openListener } from "./inbound/listener.ts";
import { createJobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import { createMailer } from "./mail/mailer.ts";
import type { MetricsSettings } from "./metrics/metrics.ts";
import { createMaps } from "./pictures/maps.ts";
import { createPictures } from "./pictures/pictures.ts";
import { openReleases } from "./releases/releases.ts";
import { readSessionSecrets } from "./secrets.ts";
import { createSessionStore } from "./session-store/session-store.ts";
import { announceSpool } from "./shared-spool.ts";
import type { Starting } from "./starting.ts";
import { moveReservedHandles } from "./upstream/identity/moved-handles.ts";
import { createLanguageModel } from "./upstream/language-model/language-model.ts";
import { openObjectStore } from "./upstream/storage/storage.ts";
import { createUpstream, type Upstream, type UpstreamParts } from "./upstream/upstream.ts";
import { connectUpstreams, needsEmbedded } from "./upstream-connections.ts";
import { answerWithApp, type BuiltApp } from "./web/application.ts";
import { EventStreams } from "./web/event-streams.ts";
import { readFileRoutes, type TakesFiles } from "./web/file-routes.ts";
import type { WebTypes } from "./web/layer.ts";
import { shortNetworkOf } from "./web/network-address.ts";
import type { RequestsUnderWay } from "./web/requests-under-way.ts";
import { createSignInLimits } from "./web/sign-in-limits.ts";
import { createWeb } from "./web.ts";

interface LatchkeyOptions {
  readonly env: Env;
  readonly log: Log;
  readonly build: BuiltApp;
  readonly clientDir: string;
  readonly requests?: RequestsUnderWay;
  /** Told what the start is at. */
  readonly noteStart?: Starting["at"];
}

export interface Latchkey {
  readonly web: Hono<WebTypes>;
  /** `/readyz` fails from now on, and event streams end. */
  announceEnd(): void;
  /** In reverse order; no request may be under way. */
  close(): Promise<void>;
}

const sweepEveryMs = 15 * 60_000;

/** Opens all parts. @throws StartRefused for what the operator can fix; what was open is closed then */
export async function openLatchkey(options: LatchkeyOptions): Promise<Latchkey> {
  const opened = new AsyncDisposableStack();
  try {
    return await assemble(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openMigrated({ env, log }: LatchkeyOptions, opened: AsyncDisposableStack): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir } = env;
  const database = opened.adopt(await openDatabase({ databaseUrl, dataDir, log }), (open) => open.close());
  const applied = await migrateDatabase(database, { databaseDirectUrl, dataDir, log });
  if (applied.length > 0) log.info({ applied: applied.length }, "Migrations were applied");
  return database;
}

/** The mailer is closed after the jobs. */
async function openJobsAndMailer({ env, log }: LatchkeyOptions, database: Database, opened: AsyncDisposableStack) {
  const jobs = createJobs({ pool: database.pool, log });
  try {
    const mailer = await createMailer({ database, jobs, smtpUrl: env.smtpUrl, from: env.mailFrom, log });
    opened.defer(() => mailer.close());
    return { jobs, mailer };
  } finally {
    opened.defer(() => jobs.close());
  }
}

async function openEmbedded(
  env: Env,
  parts: Pick<UpstreamParts, "database" | "log" | "mailer" | "jobs" | "secrets">,
): Promise<Upstream> {
  const { dataDir, storage, languageModel } = env;
  const { publicOrigin, demo, largeDemo, registration, apiWorkspaceId, replies } = env;
  const objects = await openObjectStore({ storage, dataDir, log: parts.log });
  const model = languageModel && createLanguageModel(languageModel);
  const pushes = { localPushHosts: env.localPushHosts, pushContact: `mailto:${env.supportEmail}` };
  const settings = { publicOrigin, demo, largeDemo, registration, apiWorkspaceId, replies, ...pushes };
  await moveReservedHandles({ ...parts, database: parts.database.orm, publicOrigin, now: new Date() });
  return createUpstream({ ...parts, ...settings, objects, model });
}

async function openInbound({ env, log }: LatchkeyOptions, embedded: Upstream | null, opened: AsyncDisposableStack) {
  const { inboundMail: settings, replies } = env;
  const mailbox = embedded?.mailbox;
  if (settings === null || replies === null || !mailbox) return;
  opened.adopt(await openListener({ settings, domain: replies.domain, mailbox, log }), (listener) => listener.close());
}

/** Without the setting its modules are not loaded. */
async function openMetrics({ env, log }: LatchkeyOptions, parts: Pick<MetricsSettings, "database" | "jobs">) {
  const { metricsToken: token } = env;
  if (token === undefined) return undefined;
  const { createMetrics } = await import("./metrics/metrics.ts");
  return { metrics: createMetrics({ ...parts, env, log }), token };
}

/** Without the setting its modules are not loaded. */
async function openOpenId({ openId: settings, publicOrigin }: Env, secrets: readonly string[], log: Log) {
  if (settings === null) return null;
  const { createOpenIdProvider } = await import("./openid/provider.ts");
  return createOpenIdProvider({ settings, publicOrigin, secrets, log });
}

/** Every 15 minutes. @returns stops it */
function keepSweeping(sessionStore: SessionStore, spoolDir: string, log: Log): () => void {
  const sweeping = setInterval(() => {
    sessionStore.sweep().catch((error: unknown) => log.warn({ err: error }, "Ended sessions were not removed"));
    const sweeps = [sweepSpool, sweepUploadParts].map((sweep) => sweep(spoolDir, new Date()));
    Promise.all(sweeps).catch((error: unknown) => log.warn({ err: error }, "The spool was not swept"));
  }, sweepEveryMs);
  return () => clearInterval(sweeping);
}

/** @param opened gets the way to close each part */
async function assemble(options: LatchkeyOptions, opened: AsyncDisposableStack): Promise<Latchkey> {
  const { env, log, build, clientDir, requests, noteStart } = options;
  const { publicOrigin, demo } = env;
  noteStart?.("opening the database, which reads its last changes again where it was not closed");
  await openFolders(env);
  const database = await openMigrated(options, opened);
  // The embedded one has one server.
  if (env.databaseUrl !== undefined)
    opened.adopt(await announceSpool({ ...env, pool: database.pool, log }), (announced) => announced.close());
  noteStart?.("starting background jobs and the service");
  const { jobs, mailer } = await openJobsAndMailer(options, database, opened);
  if (env.databaseUrl !== undefined && env.sessionSecrets === undefined)
    log.warn({}, "SESSION_SECRETS is unset: other servers on this database cannot read this one's sessions");
  const secrets = readSessionSecrets(env.sessionSecrets, env.dataDir);
  const embedded = needsEmbedded(env) ? await openEmbedded(env, { database, log, mailer, jobs, secrets }) : null;
  opened.defer(() => embedded?.close());
  const metrics = await openMetrics(options, { database, jobs });
  const upstream = opened.adopt(connectUpstreams(env, embedded, log, metrics?.metrics.countCall), (open) =>
    open.close(),
  );
  await openInbound(options, embedded, opened);
  noteStart?.("putting the pages together");
  const sessionStore = createSessionStore({ database, secrets });
  opened.defer(keepSweeping(sessionStore, env.spoolDir, log));

  const app = answerWithApp(build, {
    upstream,
    sessionStore,
    settings: {
      publicOrigin,
      demo,
      registration: env.registration,
      supportEmail: env.supportEmail,
      secureCookies: env.secure,
      outbox: demo && env.smtpUrl === undefined ? mailer.recent : null,
    },
    pictures: createPictures({
      secrets,
      upstreamUrl: upstream.recordsUrl,
      folder: join(env.dataDir, "pictures"),
      fetchFromUpstream: upstream.fetchPicture,
      log,
    }),
    maps: env.maps && createMaps({ settings: env.maps, folder: join(env.dataDir, "maps"), log }),
    openId: await openOpenId(env, secrets, log),
    uploads: {
      folder: env.spoolDir,
      postFile: upstream.postFile,
      resumable: openResumableUploads(env.spoolDir),
    },
    signInLimits: createSignInLimits({ pool: database.pool, log, addressLimits: env.addressLimits }),
    // Behind a proxy all addresses are the proxy's.
    showAddress: env.addressLimits ? shortNetworkOf : () => "",
  });
  const formerScripts = await openReleases({ folder: join(env.dataDir, "releases"), clientDir, log });
  const streams = new EventStreams();
  const obstacles = async (): Promise<readonly string[]> => {
    const [hasDatabase, hasApi, disks] = await Promise.all([database.ready(), upstream.ready(), measureDisks(env)]);
    return [
      ...(streams.isEnding ? ["it is ending"] : []),
      ...(hasDatabase ? [] : ["the database does not answer"]),
      ...(hasApi ? [] : ["the service at API_URL does not answer"]),
      ...disks.flatMap(({ setting, obstacle }) => (obstacle === null ? [] : [`the disk of ${setting} ${obstacle}`])),
    ];
  };
  const restartHelps = async (): Promise<boolean> => (await database.restartHelps()) && !(await upstream.isFailing());
  const { secure, addressLimits } = env;
  const development = typeof build === "function";
  const takesFiles: TakesFiles =
    typeof build === "function"
      ? async (path) => readFileRoutes((await build()).routes)(path)
      : readFileRoutes(build.routes);
  return {
    web: createWeb({
      log,
      publicOrigin,
      secure,
      development,
      addressLimits,
      clientDir,
      formerScripts,
      requests,
      obstacles,
      restartHelps,
      streams,
      metrics,
      takesFiles,
      app,
    }),
    announceEnd() {
      streams.end();
    },
    close: () => opened.disposeAsync(),
  };
}
