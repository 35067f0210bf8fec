import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { closeServer, listenLocally } from "./listening.ts";

/** A request as a service received it. */
interface Received {
  readonly method: string;
  /** Path and query, as they stood on the wire. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface HttpService {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Every request that arrived with its whole body, in order. */
  readonly received: Received[];
  close(): Promise<void>;
}

export type Behaviour = (request: Received, response: ServerResponse, socket: Socket) => void | Promise<void>;

/** Starts a service on a free loopback port that behaves as told, however badly. It ends with the running test. */
export async function startHttpService(behave: Behaviour): Promise<HttpService> {
  const received: Received[] = [];
  const server = createServer(async (message, response) => {
    let body = "";
    try {
      for await (const chunk of message.setEncoding("utf8")) body += chunk;
    } catch {
      return;
    }
    const request = { method: message.method ?? "", url: message.url ?? "", headers: message.headers, body };
    received.push(request);
    await behave(request, response, message.socket);
  });
  const port = await listenLocally(server);
  const close = () => closeServer(server);
  onTestFinished(close);
  return { origin: `http://127.0.0.1:${port}`, received, close };
}
