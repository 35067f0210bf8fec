import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { startForeignApi } from "#tests/support/foreign-api.ts";
import { closeServer, listenLocally } from "#tests/support/listening.ts";
import type { Word } from "./records.ts";
import type { AnsweredCall, ForeignService } from "./service.ts";
import type { Shape } from "./shape.ts";

/** The real jsonapi-server, asked through a door that writes down its answers, and can lose them. */
export async function startJsonApiServer(): Promise<ForeignService> {
  const token = "token-of-jsonapi-server";
  const api = await startForeignApi({ clients: 40, deals: 20, token });
  const calls: AnsweredCall[] = [];
  let isLost = false;
  let delay = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let sent = "";
    for await (const chunk of request.setEncoding("utf8")) sent += chunk;
    if (delay > 0) await setTimeout(delay);
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
    slowDown(given) {
      delay = given;
    },
    async close() {
      await closeServer(server);
      api.close();
    },
  };
}

/** What the command is to write of it. It filters what is on a page alone. */
export const expectedOfJsonApiServer: Pick<Shape, "expected" | "path" | "type"> = {
  path: (word) => word,
  type: (word) => word,
  expected: {
    names: { attributes: "snake", parameters: "snake" },
    paging: {
      kind: "offset",
      size: "page[limit]",
      largest: 250,
      count: null,
      total: "meta.page.total",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: true, links: "linkage" },
    fields: false,
    lists: {
      clients: { includes: { buyer_profile: "buyer_profile" }, sorts: { inserted_at: "inserted_at", name: "name" } },
      packages: { sorts: { inserted_at: "inserted_at", street: "street" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "inserted_at" },
        filters: {
          client_id: "filter[client]",
          package_id: "filter[package]",
          rank: "filter[rank]",
          stage: "filter[stage]",
        },
      },
    },
  },
};

/** Relations as the ids that they lead to. */
function flat(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null && "id" in value ? value.id : value,
    ]),
  );
}
