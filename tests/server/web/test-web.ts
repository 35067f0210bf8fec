/** The layers around an app that a test makes up, called in process or over real sockets. */

import { connect, type Socket } from "node:net";
import type { Hono } from "hono";
import { onTestFinished } from "vitest";
import { createLog } from "#server/log.ts";
import type { WebTypes } from "#server/web/layer.ts";
import { createListener, type HeadLimits } from "#server/web/listener.ts";
import { createWeb, type WebOptions } from "#server/web.ts";
import { closeServer, listenLocally } from "#tests/support/listening.ts";

export const publicOrigin = "http://localhost:3000";

export interface TestWeb {
  /** Asks without a connection. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Answers a request, as the listener asks. */
  readonly answer: Hono<WebTypes>["fetch"];
  /** What has been logged so far, one JSON object a line. */
  readonly lines: string[];
}

export function makeWeb(options: Partial<WebOptions> = {}): TestWeb {
  const lines: string[] = [];
  const web = createWeb({
    log: createLog("info", { write: (line) => void lines.push(line) }),
    publicOrigin,
    secure: false,
    development: false,
    addressLimits: true,
    clientDir: "/nonexistent",
    obstacles: async () => [],
    restartHelps: () => Promise.resolve(true),
    takesFiles: (path) => /^\/(?:documents\/uploads\/new|uploads\/1)$/.test(path),
    app: async () => new Response("<p>page</p>", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
    ...options,
  });
  return { request: async (path, init) => web.request(path, init, {}), answer: web.fetch, lines };
}

/** Listens on a free port of this machine until the test ends; gives the port. */
export async function listen(answer: Hono<WebTypes>["fetch"], limits?: HeadLimits): Promise<number> {
  const server = createListener({ answer, publicOrigin }, limits);
  onTestFinished(() => closeServer(server));
  return listenLocally(server);
}

export interface RawConnection {
  readonly socket: Socket;
  /** Everything that came back until the other side closed. */
  readonly closed: Promise<string>;
  /** Closes it as soon as this has come back; gives all that came until then, or until the other side closed. */
  said(pattern: RegExp): Promise<string>;
}

/** A bare connection, for what no HTTP client would send. */
export function openRaw(port: number, text: string): RawConnection {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("latin1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  // A reset is one of the ways to be refused.
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  socket.write(text);
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (pattern.test(received)) socket.destroy();
      };
      socket.on("data", look);
      look();
      void closed.then(resolve);
    });
  return { socket, closed, said };
}
