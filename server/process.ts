import type { Server } from "node:http";
import { Session } from "node:inspector/promises";
import { ash } from "#app/json-api/service.ts";
import { demoAccounts } from "#app/sign-in/demo-accounts.ts";
import { type Env, findMisspelled, readEnv } from "./env.ts";
import { watchEventLoop } from "./event-loop.ts";
import { inboundPlace } from "./inbound/settings.ts";
import type { Latchkey } from "./latchkey.ts";
import { listen, tryListening } from "./listening.ts";
import { createLog, type Log } from "./log.ts";
import { reasonOf } from "./reason.ts";
import { StartRefused } from "./start-refused.ts";
import { sayStarting } from "./starting.ts";
import type { BuiltApp } from "./web/application.ts";
import { drain } from "./web/draining.ts";
import { createListener } from "./web/listener.ts";
import { RequestsUnderWay } from "./web/requests-under-way.ts";

/** After a signal, in ms. */
const ending = { noticeMs: 1_000, patienceMs: 18_000, atLatestMs: 28_000 };

/** Runs the server until a signal. @param clientDir folder of the built client */
export async function runProcess(build: BuiltApp, clientDir: string): Promise<void> {
  try {
    const env = readEnv();
    const log = createLog(env.logLevel);
    for (const sentence of findMisspelled()) log.warn({}, sentence);
    if (env.apiUrl !== undefined && env.apiService === ash) log.info({ learn: learning(env.apiUrl) }, taken);
    const requests = new RequestsUnderWay();
    const starting = sayStarting(log);
    const place = { host: env.host, port: env.port, name: "Latchkey" };
    // Wrong settings are reported before the slow rest is loaded, and before a database is made.
    await tryListening(place);
    if (env.inboundMail !== null) await tryListening(inboundPlace(env.inboundMail));
    const { openLatchkey } = await import("./latchkey.ts");
    const latchkey = await openLatchkey({ env, log, build, clientDir, requests, noteStart: starting.at });
    await giveMemoryBack();
    const server = createListener({ answer: latchkey.web.fetch, publicOrigin: env.publicOrigin });
    await listen(server, place);
    starting.end();
    welcome(env);
    watchEventLoop(log, requests);
    endInOrder({ server, latchkey, log });
    await warnOfSurroundings(env, log);
  } catch (error) {
    process.stderr.write(`${error instanceof StartRefused ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

/** Gives what the start needed and nobody needs later back to the system: 20 MB or more, which V8 keeps while nobody comes. */
async function giveMemoryBack(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}

async function warnOfSurroundings(env: Env, log: Log): Promise<void> {
  const { examineSurroundings } = await import("./doctor/surroundings.ts");
  for (const { part, state, found, advice } of await examineSurroundings(env))
    if (state === "wrong") log.warn({ part }, `${found} ${advice}`.trim());
}

/** What is taken for granted of a service that no file describes. */
const taken =
  "API_SERVICE is not set: the API is taken for an AshJsonApi with its defaults and nothing else. The command in learn writes what it is like to a file";

const learning = (url: string) => `npm run check-api -- ${url} --write service.json`;

/** For people; the log is for machines. */
function welcome({ publicOrigin, demo }: Env): void {
  const [owner] = demoAccounts.emails;
  const signIn = demo ? `\nSign in as ${owner} with the password ${demoAccounts.password}` : "";
  process.stdout.write(`\nLatchkey is ready: ${publicOrigin}${signIn}\n\n`);
}

interface Running {
  readonly server: Server;
  readonly latchkey: Latchkey;
  readonly log: Log;
}

function endInOrder({ server, latchkey, log }: Running): void {
  let isEnding = false;

  async function end(exitCode: number, noticeMs: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(exitCode), ending.atLatestMs).unref();
    latchkey.announceEnd();
    await drain(server, { noticeMs, patienceMs: ending.patienceMs });
    await latchkey.close();
    process.exit(exitCode);
  }

  function endBySignal(signal: NodeJS.Signals): void {
    log.info({ signal }, "Ending");
    // At a terminal there is no load balancer.
    end(0, signal === "SIGTERM" ? ending.noticeMs : 0).catch((error: unknown) => {
      log.error({ err: error }, "The end did not go well");
      process.exit(1);
    });
  }

  process.on("SIGTERM", endBySignal);
  process.on("SIGINT", endBySignal);
  process.on("SIGHUP", endBySignal);
  process.on("unhandledRejection", (error) => log.error({ err: error }, "A rejected promise was not handled"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "An error was not caught; ending");
    // The process's state is unknown: requests may finish, and a new process follows.
    end(1, 0).catch(() => process.exit(1));
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : reasonOf(error);
}
