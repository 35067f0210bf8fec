/**
 * Stands in for the service at SERVICE: each call is answered after DELAY_MS, whatever the service itself takes. What is read
 * is remembered until something is written. Listens on PORT; answers `GET /counts` at once.
 */
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const delayMs = Number(process.env.DELAY_MS);
const service = process.env.SERVICE ?? "";

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

const remembered = new Map<string, Promise<Answer>>();

async function ask({ method = "GET", url = "/", rawHeaders, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const own = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    // Those of the connection.
    if (!/^(host|connection|content-length|transfer-encoding|keep-alive)$/i.test(name))
      own.append(name, rawHeaders[index + 1] ?? "");
  }
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead) remembered.clear();
  const key = `${method} ${url} ${headers.authorization} ${headers["x-workspace-id"]}`;
  const answer =
    (isRead && remembered.get(key)) ||
    fetchAnswer(url, { method, headers: own, ...(!isRead && { body: new Uint8Array(body) }) });
  if (isRead) remembered.set(key, answer);
  return answer;
}

async function fetchAnswer(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(service + path, { ...init, redirect: "manual" });
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(connection|content-length|transfer-encoding|keep-alive)$/.test(name)),
  );
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

createServer(async (incoming, response) => {
  if (incoming.url === "/counts") {
    response.end("{}");
    return;
  }
  const [answer] = await Promise.all([buffer(incoming).then((body) => ask(incoming, body)), wait(delayMs)]);
  response.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.byteLength });
  response.end(answer.body);
}).listen(Number(process.env.PORT), "127.0.0.1");
