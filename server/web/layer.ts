import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestLog } from "./request-log.ts";

/** `route` is the pattern of the route that answered; `incoming` is absent when a test calls directly. */
export interface WebTypes {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: RequestLog; hasReachedApp?: true; route?: string };
}

export type WebContext = Context<WebTypes>;

export type Layer = MiddlewareHandler<WebTypes>;

export const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
