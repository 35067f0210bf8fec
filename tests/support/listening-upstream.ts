/** The embedded service with its demo, over HTTP in the test's process: what it was sent is kept, and it can be made to fail. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Mailer } from "#server/mail/mailer.ts";
import { openOwnDatabase } from "./databases.ts";
import { closeServer, listenLocally } from "./listening.ts";
import { assembleUpstream } from "./upstream-assembly.ts";

export interface ListeningUpstream {
  /** What API_URL is set to. */
  readonly url: string;
  /** Headers of every request so far. */
  readonly received: IncomingHttpHeaders[];
  /** Every token that it has handed out. */
  readonly tokens: ReadonlySet<string>;
  /** The mails that it has kept, none of which is delivered. */
  readonly mails: Mailer["recent"];
  /** Answers in the service's place from now on; null lets it answer again. */
  interrupt(answer: ((request: Request) => Response | null) | null): void;
  close(): Promise<void>;
}

export async function startListeningUpstream(publicOrigin: string): Promise<ListeningUpstream> {
  const service = await assembleUpstream(await openOwnDatabase(), { publicOrigin, demo: true });
  const received: IncomingHttpHeaders[] = [];
  const tokens = new Set<string>();
  let interruption: ((request: Request) => Response | null) | null = null;
  const answer = async (request: Request): Promise<Response> => {
    const interrupted = interruption?.(request);
    if (interrupted) return interrupted;
    const response = await service.upstream.fetch(request);
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
  return {
    url: `http://127.0.0.1:${await listenLocally(server)}/api`,
    received,
    tokens,
    mails: service.mailer.recent,
    interrupt(given) {
      interruption = given;
    },
    async close() {
      await closeServer(server);
      await service.close();
    },
  };
}
