/** `npm run upstream`: the embedded JSON:API service alone, without the pages. */
import { once } from "node:events";
import { createServer } from "node:http";
import { isIPv6 } from "node:net";
import { openDatabase } from "../database/database.ts";
import { migrateDatabase } from "../database/migrations.ts";
import { type Env, readEnv } from "../env.ts";
import { openFolder } from "../folders.ts";
import { createJobs } from "../jobs/jobs.ts";
import { listen, tryListening } from "../listening.ts";
import { createLog } from "../log.ts";
import { createMailer } from "../mail/mailer.ts";
import { readSessionSecrets } from "../secrets.ts";
import { StartRefused } from "../start-refused.ts";
import { type ListenerOptions, listenAs } from "../web/listener.ts";
import { createSignInLimits, serviceLimits } from "../web/sign-in-limits.ts";
import { demoPassword } from "./demo/demo.ts";
import { mediaType } from "./engine/negotiation.ts";
import { moveReservedHandles } from "./identity/moved-handles.ts";
import { createLanguageModel } from "./language-model/language-model.ts";
import { openObjectStore } from "./storage/storage.ts";
import { createUpstream } from "./upstream.ts";

const drainWithinMs = 25_000;

async function start(env: Env): Promise<void> {
  const log = createLog(env.logLevel);
  const {
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    smtpUrl,
    mailFrom,
    publicOrigin,
    storage,
    languageModel,
    demo,
    largeDemo,
    registration,
  } = env;
  const place = { host: env.host, port: env.port, name: "The upstream" };
  await tryListening(place);
  await openFolder("DATA_DIR", dataDir);
  const secrets = readSessionSecrets(env.sessionSecrets, dataDir);
  const database = await openDatabase({ databaseUrl, dataDir, log });
  await migrateDatabase(database, { databaseDirectUrl, dataDir, log });
  const jobs = createJobs({ pool: database.pool, log });
  const mailer = await createMailer({ database, jobs, smtpUrl, from: mailFrom, log });
  const objects = await openObjectStore({ storage, dataDir, log });
  const model = languageModel && createLanguageModel(languageModel);
  const { addressLimits } = env;
  const limitFor = createSignInLimits({ pool: database.pool, log, addressLimits, limits: serviceLimits });
  const addresses = new WeakMap<Request, string>();
  const limitTries = (request: Request) => limitFor(addresses.get(request) ?? "");
  const pushes = { localPushHosts: env.localPushHosts, pushContact: `mailto:${env.supportEmail}` };
  const settings = { publicOrigin, demo, largeDemo, registration, limitTries, ...pushes };
  await moveReservedHandles({ database: database.orm, mailer, publicOrigin, now: new Date() });
  const parts = { database, log, mailer, jobs, secrets, objects, model, ...settings };
  const upstream = await createUpstream(parts);
  const answer: ListenerOptions["answer"] = (request, { incoming }) => {
    addresses.set(request, incoming.socket.remoteAddress ?? "");
    return upstream.fetch(request);
  };
  const server = createServer(listenAs({ answer, publicOrigin: ownOrigin(env) }));
  await listen(server, place);
  process.stdout.write(welcome(env));

  async function stop(): Promise<void> {
    const force = setTimeout(() => process.exit(1), drainWithinMs).unref();
    const closed = once(server, "close");
    server.close();
    server.closeIdleConnections();
    await closed;
    upstream.close();
    await jobs.close();
    await mailer.close();
    await database.close();
    clearTimeout(force);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop().then(() => process.exit(0)));
  process.on("unhandledRejection", (error) => log.error({ err: error }, "A promise failed and nobody was waiting"));
}

/** The origin in its answers: that of API_URL, or where it listens. */
function ownOrigin({ apiUrl, host, port }: Env): string {
  if (apiUrl !== undefined) return new URL(apiUrl).origin;
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function welcome(env: Env): string {
  const { demo } = env;
  const root = `${ownOrigin(env)}/api`;
  const email = demo ? "owner@evergreen.example" : "<your e-mail>";
  const attributes = { email, password: demo ? demoPassword : "<your password>" };
  const document = JSON.stringify({ data: { type: "session", attributes } });
  return `The upstream answers at ${root}; it describes itself at ${root}/open_api.
To get a token:

  curl ${root}/sessions -H 'Content-Type: ${mediaType}' -d '${document}'

Then send it along:

  curl ${root}/clients?include=buyer_profile -H 'Authorization: Bearer <token>'

`;
}

try {
  await start(readEnv());
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  // What is open would keep the process alive.
  process.exit(1);
}
