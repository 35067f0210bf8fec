/** Quick checks of store, mail server, disks and secrets. */
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { measureDisks } from "../disk-room.ts";
import type { Env } from "../env.ts";
import { isThisMachine } from "../setting-values.ts";
import { openObjectStore } from "../upstream/storage/storage.ts";
import { needsEmbedded } from "../upstream-connections.ts";
import { type Finding, find, fine, unsure, wrong } from "./finding.ts";

/** Within ten seconds. The folders have to exist. */
export function examineSurroundings(env: Env): Promise<Finding[]> {
  return Promise.all([examineStore(env), examineMail(env), examineDisks(env), examineSecrets(env)]);
}

function examineStore(env: Env): Promise<Finding> {
  const { storage, dataDir } = env;
  const settings = "the STORAGE_ settings, and whether the key may put, get and delete in the bucket";
  const advice = storage === null ? "Check that DATA_DIR can be written to." : `Check ${settings}.`;
  return find("files", advice, async () => {
    if (!needsEmbedded(env)) return fine("The service at API_URL keeps them.");
    const store = await openObjectStore({ storage, dataDir, log: pino({ level: "silent" }) });
    const key = `doctor/${randomUUID()}`;
    await store.put(key, "text/plain", Buffer.from(key));
    const kept = await buffer(await store.read(key));
    await store.remove(key);
    if (kept.toString() !== key) return wrong("The store gave back other bytes than it was given.", advice);
    return fine(
      storage === null ? `They are kept in ${dataDir}.` : `The bucket ${storage.bucket} puts, gets and deletes.`,
    );
  });
}

function examineMail({ smtpUrl, mailFrom, demo }: Env): Promise<Finding> {
  const check = "Check SMTP_URL: host, port, user and password.";
  return find("mail", check, async () => {
    if (smtpUrl === undefined)
      return demo ? fine("The demo sends none.") : unsure("No mail is sent.", "Set SMTP_URL to your mail server.");
    const { tryMailServer } = await import("../mail/smtp.ts");
    const { isEncrypted } = await tryMailServer(smtpUrl);
    const { hostname, host } = new URL(smtpUrl);
    const domain = mailFrom.replace(/^.*@|>$/g, "");
    if (isThisMachine(domain))
      return wrong(
        `The server ${host} takes mail, but others refuse the sender ${domain}.`,
        "Set MAIL_FROM to an address of yours.",
      );
    if (!isEncrypted && !isThisMachine(hostname))
      return unsure(
        `The server ${host} takes mail, without TLS.`,
        "Everything could be read on the way: use smtps://, or a port with STARTTLS.",
      );
    return fine(`The server ${host} takes mail${isEncrypted ? " by TLS" : ""}.`);
  });
}

/** In bytes: one or two uploads. */
const comfortable = 1024 ** 3;

function examineDisks(env: Env): Promise<Finding> {
  return find("disk", "", async () => {
    const disks = await measureDisks(env);
    const said = disks.map(({ setting, free }) => `${setting} has ${Math.floor(free / 1024 ** 2)} MB left`).join(", ");
    const broken = disks.flatMap(({ setting, obstacle }) =>
      obstacle === null ? [] : [`The disk of ${setting} ${obstacle}.`],
    );
    const advice = "Make room on it, or give Latchkey a larger one.";
    if (broken.length > 0) return wrong([...new Set(broken)].join(" "), advice);
    return disks.some(({ free }) => free < comfortable) ? unsure(`${said}.`, advice) : fine(`${said}.`);
  });
}

/** Any random secret of 32 characters has more. */
const leastCharacters = 10;

function examineSecrets({ sessionSecrets, databaseUrl, dataDir }: Env): Promise<Finding> {
  return find("secrets", "", async () => {
    if (sessionSecrets?.some((secret) => new Set(secret).size < leastCharacters))
      return wrong("A secret of SESSION_SECRETS can be guessed.", "Make one by openssl rand -hex 32.");
    const open = await findReadable(["session-secret", "storage-secret"].map((name) => join(dataDir, name)));
    if (open.length > 0)
      return wrong(`Other users of this machine can read ${open.join(" and ")}.`, `Run chmod go= ${open.join(" ")}.`);
    if (sessionSecrets !== undefined) return fine("They are those of SESSION_SECRETS.");
    if (databaseUrl !== undefined)
      return unsure("SESSION_SECRETS is unset: no other server could share this database.", "Set it for each server.");
    return fine(`They are kept in ${dataDir}.`);
  });
}

async function findReadable(paths: readonly string[]): Promise<string[]> {
  const found = paths.map(async (path) => {
    const about = await stat(path).catch(() => null);
    return about !== null && (about.mode & 0o077) !== 0 ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
