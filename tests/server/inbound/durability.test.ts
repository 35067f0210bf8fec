import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { copyMigratedDatabase } from "#tests/support/database-templates.ts";
import { deliverMail, proved, replies } from "#tests/support/mail-delivery.ts";
import { plainMail } from "#tests/support/mails.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { replyAddress } from "#tests/support/reply-mails.ts";
import { embeddedDatabaseOf, openStoredRows } from "#tests/support/stored-rows.ts";
import { startUpstreamService } from "#tests/support/upstream-service.ts";

const log = pino({ level: "silent" });
/** More in `npm run test:long`. */
const kills = Math.min(Number(process.env.KILLS ?? 1), 5);
const mails = 6;

/** A folder with the database of a client who may reply by email. */
async function makeDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-mails-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyMigratedDatabase(join(dataDir, "database"));
  const service = await startUpstreamService({ replies, open: () => openDatabase({ dataDir, log }) });
  const workspace = await service.newWorkspace();
  const { record, email } = await newPortalClient(service, workspace.owner);
  const to = await replyAddress(service, { workspaceId: workspace.id, clientId: record.id, email });
  await service.close();
  return { dataDir, clientId: record.id, email, to };
}

interface Taker {
  readonly process: ChildProcess;
  readonly port: number;
}

async function startTaker(dataDir: string): Promise<Taker> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "mail-taker.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return { process: child, port: Number(line) };
}

test(`kill -9 right after an email was taken, ${kills} in a row: each is one message in the end`, async () => {
  const { dataDir, clientId, email, to } = await makeDataDir();
  const all = Array.from({ length: mails }, (_, number) => `Sentence ${String.fromCharCode(65 + number)}`);
  const taken = new Set<string>();

  /** Delivers what was not taken yet, as the mail server in front does. */
  async function deliver({ port }: Taker, whenTaken: () => void): Promise<void> {
    const left = all.filter((text) => !taken.has(text));
    const deliveries = left.map(async (text) => {
      const raw = plainMail({ from: email, id: `<${text.at(-1)}@client.example>`, headers: [proved(email)], text });
      const answer = await deliverMail({ port }, { raw, to, from: email });
      if (!answer.startsWith("250 ")) return;
      taken.add(text);
      whenTaken();
    });
    await Promise.all(deliveries);
  }

  for (let round = 1; round <= kills; round += 1) {
    const taker = await startTaker(dataDir);
    await deliver(taker, () => taker.process.kill("SIGKILL"));
    if (taker.process.signalCode === null) await once(taker.process, "exit");
    expect(taken.size).toBeGreaterThanOrEqual(round);
  }
  const last = await startTaker(dataDir);
  const stored = openStoredRows(embeddedDatabaseOf(dataDir));
  onTestFinished(() => stored.close());
  // Nothing was heard of the killed ones for longer than jobs wait for that.
  await stored.query("update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'");
  await deliver(last, () => {});
  expect([...taken].sort()).toEqual(all);
  const settled = "select count(*)::integer as queued from upstream.inbound_mails where state = 'queued'";
  const countQueued = async () => {
    // The pause before another attempt is over.
    await stored.query("update jobs.job set start_after = now() where state = 'retry'");
    return stored.query(settled);
  };
  await expect.poll(countQueued, { timeout: 90_000, interval: 100 }).toEqual([{ queued: 0 }]);
  const said = "select body from upstream.messages where client_id = $1 order by body";
  expect(await stored.query(said, [clientId])).toEqual(all.map((body) => ({ body })));
}, 180_000);
