/** Takes replies by email for the database in DATA_DIR until it is killed; its first line of output is the port that it listens on. */
import { join } from "node:path";
import { pino } from "pino";
import { openDatabase } from "#server/database/database.ts";
import { openListener } from "#server/inbound/listener.ts";
import { createEmbeddedStore } from "#server/upstream/storage/embedded-store.ts";
import { replies } from "#tests/support/mail-delivery.ts";
import { signer } from "#tests/support/test-store.ts";
import { assembleUpstream } from "#tests/support/upstream-assembly.ts";

const [dataDir = ""] = process.argv.slice(2);
const log = pino({ level: "silent" });
const store = createEmbeddedStore({ folder: join(dataDir, "objects"), signer, log });
const parts = { replies, store, lookEverySeconds: 1 };
const { upstream } = await assembleUpstream(await openDatabase({ dataDir, log }), parts);
if (upstream.mailbox === null) throw new Error("No mailbox");
const settings = { port: 0, host: "127.0.0.1", protocol: "smtp" } as const;
const { port } = await openListener({ settings, domain: replies.domain, mailbox: upstream.mailbox, log });
process.stdout.write(`${port}\n`);
