import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestLog } from "./request-log.ts";

/** Variables that the layers share, `route` being the pattern of the one that answered, and the connection of the request (none when a test calls directly). */
export interface WebTypes {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: RequestLog; hasReachedApp?: true; route?: string };
}

export type WebContext = Context<WebTypes>;

/** A Hono middleware: it calls the next ones or answers itself. */
export type Layer = MiddlewareHandler<WebTypes>;

/** Methods that change nothing (RFC 9110 9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
