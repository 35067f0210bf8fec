/** What `npm run doctor` looks at. It changes nothing, but for a small file in the store that it deletes. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type pg from "pg";
import { pino } from "pino";
import { z } from "zod";
import { hasEmbeddedDatabase } from "../command/command.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { countMigrations, holdsLatchkey } from "../database/migrations.ts";
import { findRunningDatabase } from "../database/running.ts";
import { type Env, findMisspelled } from "../env.ts";
import { countServers, readSpoolMark } from "../shared-spool.ts";
import { openToLook } from "../upstream/storage/storage.ts";
import { compareDescription } from "./description.ts";
import { type Finding, find, fine, unsure, wrong } from "./finding.ts";
import { examineSurroundings } from "./surroundings.ts";

interface Examined {
  readonly env: Env;
  readonly source: Readonly<Record<string, string | undefined>>;
  /** A file or a folder; null when not given. */
  readonly backup: string | null;
}

/** Within half a minute. */
export async function examine({ env, source, backup }: Examined): Promise<readonly Finding[]> {
  const lacking = [env.dataDir, env.spoolDir].find((folder) => !existsSync(folder));
  const parts = await Promise.all([
    examineNames(source),
    examineDatabase(env),
    // Examining them would create the folders.
    lacking !== undefined
      ? [{ part: "folders", ...unsure(`${lacking} is not there yet.`, "The first start makes it.") }]
      : examineSurroundings(env),
    examineApi(env),
    examineOrigin(env),
    examineInbound(env),
    examineMetrics(env),
    examineProvider(env),
    examineModel(env),
    examineMaps(env),
    examineBackup(backup, new Date()),
  ]);
  return parts.flat();
}

function examineNames(source: Examined["source"]): Finding[] {
  const misspelled = findMisspelled(source);
  if (misspelled.length === 0) return [{ part: "settings", ...fine("They can be read.") }];
  return [{ part: "settings", ...wrong(misspelled.join(" "), "Rename it, or take it away.") }];
}

async function examineDatabase(env: Env): Promise<Finding[]> {
  const { databaseUrl, dataDir } = env;
  if (databaseUrl === undefined && !hasEmbeddedDatabase(dataDir))
    return [{ part: "database", ...unsure(`There is none in ${dataDir} yet.`, "The first start makes it.") }];
  const further: Finding[] = [];
  const database = await find("database", "Check DATABASE_URL, and that the database runs.", async () => {
    const running = databaseUrl === undefined ? await findRunningDatabase(dataDir) : null;
    const opened = await openDatabase({ databaseUrl: running ?? databaseUrl, dataDir, log: pino({ level: "silent" }) });
    try {
      further.push(await examineClock(opened.pool), ...(await examineStoredFiles(opened.pool, env)));
      further.push(...(await examineSpool(opened.pool, env)));
      return await judgeDatabase(opened, env);
    } finally {
      await opened.close();
    }
  });
  return [database, ...further];
}

/** Uploads go on with any server, so all of one database keep them in one folder. */
async function examineSpool(pool: pg.Pool, { databaseUrl, spoolDir }: Env): Promise<Finding[]> {
  const mark = await readSpoolMark(spoolDir);
  if (databaseUrl === undefined || mark === null || !(await holdsLatchkey(pool))) return [];
  if ((await countMigrations(pool)).waiting > 0) return [];
  const found = await find("spool", "Check SPOOL_DIR.", async () => {
    const { all, apart } = await countServers(pool, mark);
    if (apart === 0) return fine(all > 1 ? `All ${all} servers share ${spoolDir}.` : `It is ${spoolDir}.`);
    return wrong(
      `${apart} of ${all} servers on this database have another folder than ${spoolDir}.`,
      "Have SPOOL_DIR name one folder that all servers share: uploads fail otherwise.",
    );
  });
  return [found];
}

/** How many files are looked for: the newest, which an older copy lacks, and others at random. */
const lookedFor = { newest: 20, others: 40 };

/** A backup of the database may have been restored without that of the files. */
async function examineStoredFiles(pool: pg.Pool, env: Env): Promise<Finding[]> {
  const { apiUrl, storage } = env;
  if (apiUrl !== undefined || !(await holdsLatchkey(pool))) return [];
  const place = storage === null ? `${env.dataDir}/objects` : `the bucket ${storage.bucket}`;
  const found = await find("stored", `Check what keeps files: ${place}.`, async () => {
    const { rows } = await pool.query<{ key: string }>(
      `(SELECT storage_key AS key FROM upstream.files ORDER BY inserted_at DESC LIMIT $1)
       UNION (SELECT storage_key FROM upstream.files ORDER BY random() LIMIT $2)`,
      [lookedFor.newest, lookedFor.others],
    );
    const store = await openToLook(env);
    const sizes = await Promise.all(rows.map(({ key }) => store.size(key)));
    const missing = sizes.filter((size) => size === null).length;
    if (rows.length === 0) return fine("The database names none yet.");
    if (missing === 0) return fine(`All ${rows.length} that were looked for are in ${place}.`);
    return wrong(
      `Of ${rows.length} that were looked for in ${place}, ${missing} ${missing === 1 ? "is" : "are"} missing.`,
      "Put the files there that were backed up with this database. People cannot open what is missing.",
    );
  });
  return [found];
}

const oldestVersion = 15;

async function judgeDatabase(
  { pool, isPooled }: Database,
  { databaseUrl, databaseDirectUrl }: Env,
): Promise<Omit<Finding, "part">> {
  const { rows } = await pool.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
  const kind =
    databaseUrl === undefined ? "The embedded one" : `PostgreSQL ${version}${isPooled ? " behind a pooler" : ""}`;
  if (version < oldestVersion)
    return wrong(`${kind} is too old.`, `Latchkey needs PostgreSQL ${oldestVersion} or newer.`);
  if (!(await holdsLatchkey(pool)))
    return unsure(`${kind}, without a Latchkey in it.`, "The first start makes its tables.");
  if (isPooled && databaseUrl !== undefined && databaseDirectUrl === undefined)
    return unsure(`${kind}.`, "Name the database itself in DATABASE_DIRECT_URL, for migrations.");
  const { applied, waiting, unknown } = await countMigrations(pool);
  if (unknown > 0)
    return wrong(
      `${kind}; a newer release of Latchkey has changed it.`,
      "Start that release, or restore the backup made before the upgrade.",
    );
  if (waiting > 0)
    return unsure(`${kind}; ${waiting} migrations wait.`, "The next start applies them: back up before.");
  return fine(`${kind}; all ${applied} migrations are applied.`);
}

/** In seconds; two-step codes and links depend on the clock. */
const mostSecondsApart = 10;

async function examineClock(pool: pg.Pool): Promise<Finding> {
  const before = Date.now();
  const { rows } = await pool.query<{ now: number }>("SELECT extract(epoch FROM clock_timestamp())::float8 AS now");
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs((rows[0]?.now ?? 0) - middle / 1000);
  if (seconds > mostSecondsApart)
    return {
      part: "clock",
      ...wrong(`It is ${Math.round(seconds)} s away from the database's.`, "Let both be set by NTP."),
    };
  return { part: "clock", ...fine("It agrees with the database's.") };
}

const patienceMs = 5_000;

async function examineApi(env: Env): Promise<Finding[]> {
  const { apiUrl } = env;
  if (apiUrl === undefined) return [];
  const found = await find("service", "Check API_URL; npm run check-api says more.", async () => {
    const { status } = await ask(apiUrl);
    return status < 500 ? fine(`${apiUrl} answers.`) : wrong(`${apiUrl} answered ${status}.`, "Look into its log.");
  });
  if (found.state !== "ok") return [found];
  const advice = "npm run check-api says more.";
  return [found, await find("description", advice, () => compareDescription(apiUrl, env))];
}

async function examineOrigin({ publicOrigin }: Env): Promise<Finding[]> {
  const advice = "Start the server, and check name, certificate and proxy.";
  const found = await find("origin", advice, async () => {
    const response = await ask(`${publicOrigin}/healthz`);
    const said = (await response.text()).slice(0, 100).trim();
    if (response.status === 200 && said === "alive") return fine(`${publicOrigin} leads to Latchkey.`);
    return wrong(
      `${publicOrigin}/healthz answered ${response.status}, and not as Latchkey does.`,
      "Check PUBLIC_ORIGIN and the proxy.",
    );
  });
  return [unlessStopped(found)];
}

async function examineMetrics({ metricsToken, host, port }: Env): Promise<Finding[]> {
  if (metricsToken === undefined) return [];
  const place = `http://${host.includes(":") ? `[${host}]` : host}:${port}/metrics`;
  const found = await find("metrics", "Start the server, and check HOST and PORT.", async () => {
    const { status } = await ask(place, { authorization: `Bearer ${metricsToken}` });
    if (status === 200) return fine(`${place} gives figures.`);
    return wrong(`${place} answered ${status}.`, "Restart the server with this METRICS_TOKEN.");
  });
  return [unlessStopped(found)];
}

function unlessStopped(found: Finding): Finding {
  return found.state === "wrong" && /ECONNREFUSED/.test(found.found) ? { ...found, state: "unsure" } : found;
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(patienceMs) });
}

async function examineProvider({ openId, publicOrigin }: Env): Promise<Finding[]> {
  if (openId === null) return [];
  const advice = "Check OIDC_ISSUER, and that this machine reaches it.";
  const found = await find("openid", advice, async () => {
    const { tryProvider } = await import("../openid/provider.ts");
    if ((await tryProvider(openId, publicOrigin)) === null) return fine(`${openId.issuer} knows this server.`);
    return wrong(
      `${openId.issuer} does not know this server by its id and secret.`,
      "Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.",
    );
  });
  return [found];
}

const patienceOfModelMs = 20_000;

async function examineModel({ languageModel }: Env): Promise<Finding[]> {
  if (languageModel === null) return [];
  const { baseUrl, model } = languageModel;
  const found = await find("ai", "Check AI_BASE_URL, AI_API_KEY and AI_MODEL.", async () => {
    const { createLanguageModel } = await import("../upstream/language-model/language-model.ts");
    await createLanguageModel({ ...languageModel, deadlineMs: patienceOfModelMs, longestWaitMs: 0 }).ask({
      instructions: 'Answer with this JSON object alone: {"word": "ready"}',
      text: "Are you ready?",
      answer: z.object({ word: z.string() }),
      signal: new AbortController().signal,
    });
    return fine(`${model} at ${baseUrl} answers.`);
  });
  return [found];
}

async function examineMaps({ maps }: Env): Promise<Finding[]> {
  if (maps === null) return [];
  const { host } = new URL(maps.url);
  const found = await find("maps", "Check MAP_URL.", async () => {
    const { tryMapService } = await import("../pictures/maps.ts");
    const refusal = await tryMapService(maps);
    if (refusal === null) return fine(`${host} gives maps.`);
    return wrong(`${host} gives no map: ${refusal}.`, "Check MAP_URL, and the key in it.");
  });
  return [found];
}

async function examineInbound({ inboundMail }: Env): Promise<Finding[]> {
  if (inboundMail === null) return [];
  const { host, port } = inboundMail;
  const place = `${host}, port ${port}`;
  const found = await find(
    "inbound",
    "Start the server, and check INBOUND_SMTP_HOST and INBOUND_SMTP_PORT.",
    async () => {
      const socket = connect({ host, port, timeout: patienceMs });
      socket.once("timeout", () => socket.destroy(new Error("no answer")));
      try {
        const [greeting]: unknown[] = await once(socket, "data");
        return String(greeting).startsWith("220")
          ? fine(`Mail is taken at ${place}.`)
          : wrong(`Something else listens at ${place}.`, "Choose another port with INBOUND_SMTP_PORT.");
      } finally {
        socket.destroy();
      }
    },
  );
  return [found];
}

const longestBackupHours = 26;

async function examineBackup(path: string | null, now: Date): Promise<Finding[]> {
  if (path === null) return [];
  const found = await find("backup", "Name a file or a folder of backups after --backup.", async () => {
    const about = await stat(path);
    const entries = about.isDirectory() ? await readdir(path) : [];
    const times = await Promise.all(entries.map(async (name) => (await stat(join(path, name))).mtimeMs));
    const newest = about.isDirectory() ? Math.max(0, ...times) : about.mtimeMs;
    if (newest === 0) return wrong(`There is none in ${path}.`, "Make one today.");
    const hours = Math.round((now.getTime() - newest) / 3_600_000);
    const said = hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
    return hours > longestBackupHours
      ? wrong(`The newest is ${said} old.`, "Find out why none was made since.")
      : fine(`The newest is ${said} old.`);
  });
  return [found];
}
