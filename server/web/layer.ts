import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestLog } from "./request-log.ts";

/** What the layers hand to each other, and the connection that a request came on (none when a test calls directly). */
export interface WebTypes {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: RequestLog };
}

export type WebContext = Context<WebTypes>;

/** One layer: does its part, lets the next ones answer or answers itself. */
export type Layer = MiddlewareHandler<WebTypes>;

/** What asks and changes nothing (RFC 9110 9.2.1). */
export const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
