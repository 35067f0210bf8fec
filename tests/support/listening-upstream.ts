/** The embedded service with its demo, over HTTP in the test's process: what it was sent is kept, and it can be made to fail. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLog } from "#server/log.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { createUpstream } from "#server/upstream/upstream.ts";
import { openOwnDatabase } from "./databases.ts";
import { createTestStore } from "./test-store.ts";

export interface ListeningUpstream {
  /** What API_URL is set to. */
  readonly url: string;
  /** Headers of every request so far. */
  readonly received: IncomingHttpHeaders[];
  /** Every token that it has handed out. */
  readonly tokens: ReadonlySet<string>;
  /** Answers in the service's place from now on; null lets it answer again. */
  interrupt(answer: ((request: Request) => Response | null) | null): void;
  close(): Promise<void>;
}

export async function startListeningUpstream(publicOrigin: string): Promise<ListeningUpstream> {
  const log = createLog("silent");
  const database = await openOwnDatabase();
  const jobs = createJobs({ pool: database.pool, log });
  const mailer = await createMailer({ database, jobs, from: "Latchkey <mail@latchkey.test>", log });
  const objects = createTestStore();
  const upstream = await createUpstream({
    database,
    log,
    mailer,
    jobs,
    secrets: ["a secret that seals what tests leave"],
    objects: objects.store,
    model: null,
    publicOrigin,
    demo: true,
  });
  const received: IncomingHttpHeaders[] = [];
  const tokens = new Set<string>();
  let interruption: ((request: Request) => Response | null) | null = null;
  const answer = async (request: Request): Promise<Response> => {
    const interrupted = interruption?.(request);
    if (interrupted) return interrupted;
    const response = await upstream.fetch(request);
    if (!request.url.endsWith("/sessions")) return response;
    const text = await response.text();
    for (const [, token = ""] of text.matchAll(/"token":"([^"]+)"/g)) tokens.add(token);
    return new Response(text, response);
  };
  const listener = getRequestListener(answer);
  const server = createServer((request, response) => {
    received.push(request.headers);
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service does not listen on a port.");
  return {
    url: `http://127.0.0.1:${address.port}/api`,
    received,
    tokens,
    interrupt(given) {
      interruption = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      upstream.close();
      await jobs.close();
      await mailer.close();
      await database.close();
      objects.remove();
    },
  };
}
