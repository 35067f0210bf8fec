import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { endBodyWithAnswer, hasBody } from "./request-body.ts";

interface Connection {
  readonly incoming: { readonly socket: { readonly remoteAddress?: string | undefined } };
}

export interface ListenerOptions {
  readonly answer: (request: Request, connection: Connection) => Response | Promise<Response>;
  /** Scheme, host and port that every request is taken to be for. */
  readonly publicOrigin: string;
}

export interface HeadLimits {
  /** Request line and headers together, in bytes. */
  readonly longestHead: number;
  /** How long a client may take to send them, in ms. */
  readonly headersMs: number;
}

/** More than browsers send with all our cookies; a slow phone sends it within a second or two. */
const usualHead: HeadLimits = { longestHead: 16 * 1024, headersMs: 10_000 };

/** Makes the HTTP server, which does not listen yet. */
export function createListener(options: ListenerOptions, { longestHead, headersMs }: HeadLimits = usualHead): Server {
  const settings = {
    maxHeaderSize: longestHead,
    headersTimeout: headersMs,
    // How often Node looks for connections whose headers are late.
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    // Node would limit a body's duration; the layers limit how long it may stall.
    requestTimeout: 0,
    // Longer than load balancers keep connections, so that they never reuse one that we are closing.
    keepAliveTimeout: 65_000,
  };
  return createServer(settings, listenAs(options));
}

/**
 * Turns Node's requests into web requests. `Host` and forwarded headers are ignored: the URL is
 * the public origin with the request's path and query.
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
    // It is never read: while it is missing, the connection would wait for it long after the response.
    if (isRead(incoming) && hasBody(incoming)) outgoing.shouldKeepAlive = false;
    else endBodyWithAnswer(incoming, outgoing);
    listener(incoming, outgoing);
  };
}

/** Hono takes these two to have no body. */
function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Path and query of the request line, which may also be a whole URL (RFC 9112 3.2). Several slashes in front become one:
 * taken for a URL, "//evil.example/" would be another site. Null for what names no path.
 */
function targetOf({ url = "" }: IncomingMessage): string | null {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^\/{2,}/, "/");
  return path.startsWith("/") ? path : null;
}
