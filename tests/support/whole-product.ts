/** What every whole-product test shares: one build, one running server with the large demo, one browser. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { buildIfNeeded } from "../../tools/build.ts";
import { chromiumArguments, ensureHeadlessChromium } from "./chromium.ts";
import { freePort } from "./listening.ts";
import { replies } from "./mail-delivery.ts";
import { createDatabase, startPostgres } from "./postgres.ts";
import { pushHost } from "./push-service.ts";
import { selfSigned } from "./self-signed.ts";
import { startServer } from "./server-process.ts";
import { embeddedDatabaseOf, openStoredRows } from "./stored-rows.ts";

declare module "vitest" {
  export interface ProvidedContext {
    origin: string;
    dataDir: string;
    /** Where the server's database is. */
    databaseUrl: string;
    /** What a command needs to find that server's data: settings by their names. */
    whereData: Readonly<Record<string, string>>;
    /** Process id of the server. */
    serverPid: number;
    /** File with everything that the server has printed since it was ready. */
    serverLog: string;
    browserEndpoint: string;
    /** Where the server takes replies by email. */
    inboundPort: number;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded();
  const inboundPort = await freePort();
  const postgres = await startPostgres();
  const database = postgres === null ? null : await createDatabase(postgres.url);
  const certificate = join(mkdtempSync(join(tmpdir(), "latchkey-push-")), "push.pem");
  writeFileSync(certificate, selfSigned.cert);
  const server = await startServer({
    PUSH_LOCAL_HOSTS: pushHost,
    NODE_EXTRA_CA_CERTS: certificate,
    ...(database !== null && { DATABASE_URL: database.url }),
    DEMO: "large",
    REPLY_DOMAIN: replies.domain,
    INBOUND_SMTP_PORT: String(inboundPort),
    INBOUND_AUTHSERV_ID: replies.authservId,
  });
  if (database === null) await waitForNoDisk(embeddedDatabaseOf(server.dataDir));
  const browser = await chromium.launchServer({
    executablePath: await ensureHeadlessChromium(),
    args: chromiumArguments,
  });
  project.provide("origin", server.origin);
  project.provide("dataDir", server.dataDir);
  // Servers that tests start besides have embedded databases.
  project.provide("postgres", null);
  project.provide("databaseUrl", database?.url ?? embeddedDatabaseOf(server.dataDir));
  project.provide("whereData", {
    DATA_DIR: server.dataDir,
    ...(database !== null && { DATABASE_URL: database.url }),
  });
  project.provide("serverPid", server.process.pid ?? 0);
  project.provide("browserEndpoint", browser.wsEndpoint());
  const serverLog = `${server.dataDir}.log`;
  appendFileSync(serverLog, "");
  for (const stream of [server.process.stdout, server.process.stderr])
    stream?.on("data", (text: string) => appendFileSync(serverLog, text));
  project.provide("serverLog", serverLog);
  project.provide("inboundPort", inboundPort);
  return async () => {
    await browser.close();
    await server.stop();
    await database?.drop();
    await postgres?.end();
    rmSync(serverLog);
    rmSync(dirname(certificate), { recursive: true });
  };
}

/** The server is never killed: none of its commits needs to wait for the disk. One session serves all connections of an embedded database. */
async function waitForNoDisk(embeddedDatabase: string): Promise<void> {
  const stored = openStoredRows(embeddedDatabase);
  await stored.query("SET synchronous_commit TO off");
  await stored.close();
}
