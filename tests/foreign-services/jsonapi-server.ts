import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { startForeignApi } from "#tests/support/foreign-api.ts";
import { closeServer, listenLocally } from "#tests/support/listening.ts";
import type { Word } from "./records.ts";
import type { AnsweredCall, ForeignService } from "./service.ts";

/** The real jsonapi-server, asked through a door that writes down its answers, and can lose them. */
export async function startJsonApiServer(): Promise<ForeignService> {
  const token = "token-of-jsonapi-server";
  const api = await startForeignApi({ clients: 40, deals: 20, token });
  const calls: AnsweredCall[] = [];
  let isLost = false;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let sent = "";
    for await (const chunk of request.setEncoding("utf8")) sent += chunk;
    const { method = "", url = "", headers } = request;
    const { host: _host, connection: _connection, "content-length": _length, ...passed } = headers;
    const answered = await fetch(new URL(url, api.baseUrl), {
      method,
      headers: Object.entries(passed).map(([name, value]) => [name, String(value)]),
      ...(sent === "" ? {} : { body: sent }),
    });
    const body = await answered.text();
    calls.push({ method, url, sent, status: answered.status });
    if (isLost && method === "POST" && answered.ok) return void request.socket.destroy();
    const type = answered.headers.get("content-type");
    response.writeHead(answered.status, type === null ? {} : { "content-type": type }).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  const port = await listenLocally(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    token,
    calls,
    held: async (word: Word) =>
      (api.held[word] ?? []).map(({ id, type: _type, ...values }) => ({ id, values: flat(values) })),
    loseAnswers(given) {
      isLost = given;
    },
    async close() {
      await closeServer(server);
      api.close();
    },
  };
}

/** Relations as the ids that they lead to. */
function flat(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null && "id" in value ? value.id : value,
    ]),
  );
}
