import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { endBodyWithAnswer, hasBody } from "./request-body.ts";

interface Connection {
  readonly incoming: { readonly socket: { readonly remoteAddress?: string | undefined } };
}

export interface ListenerOptions {
  readonly answer: (request: Request, connection: Connection) => Response | Promise<Response>;
  /** Scheme, host and port of every URL. */
  readonly publicOrigin: string;
}

export interface HeadLimits {
  readonly longestHead: number;
  readonly headersMs: number;
}

const usualHead: HeadLimits = { longestHead: 16 * 1024, headersMs: 10_000 };

/** Creates the HTTP server. */
export function createListener(options: ListenerOptions, { longestHead, headersMs }: HeadLimits = usualHead): Server {
  const settings = {
    maxHeaderSize: longestHead,
    headersTimeout: headersMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    // The layers limit how long a body may stall instead of its duration.
    requestTimeout: 0,
    // Longer than load balancers do, so that they never reuse a closing connection.
    keepAliveTimeout: 65_000,
  };
  return createServer(settings, listenAs(options));
}

/**
 * Takes Node's requests. `Host` and forwarded headers are ignored: the origin is always the public one.
 * @public loaded by tools/development-server.ts, through Vite
 */
export function listenAs({ answer, publicOrigin }: ListenerOptions): RequestListener {
  const listener = getRequestListener(answer, { autoCleanupIncoming: false });
  return (incoming, outgoing) => {
    const target = targetOf(incoming);
    if (target === null) {
      outgoing.writeHead(400, { Connection: "close" }).end();
      return;
    }
    incoming.url = publicOrigin + target;
    // An unread body would keep the connection waiting after the response.
    if (isRead(incoming) && hasBody(incoming)) outgoing.shouldKeepAlive = false;
    else endBodyWithAnswer(incoming, outgoing);
    listener(incoming, outgoing);
  };
}

/** Hono takes these methods to have no body. */
function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Path and query of the request line, which may be a URL (RFC 9112 3.2); null without a path. Leading slashes become one, since
 * "//evil.example/" would be another site.
 */
function targetOf({ url = "" }: IncomingMessage): string | null {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/{2,}/, "/");
  return path.startsWith("/") ? path : null;
}
