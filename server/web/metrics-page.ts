import { createHash, timingSafeEqual } from "node:crypto";
import type { Metrics } from "../metrics/metrics.ts";
import { type Layer, safeMethods, type WebContext } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** Counts requests by route, never by path, and measures the time to the first byte. */
export function countRequests(metrics: Metrics): Layer {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    metrics.countRequest({
      method: methodOf(context),
      route: routeOf(context),
      status: context.res.status,
      seconds: (performance.now() - begun) / 1000,
    });
  };
}

/** `/metrics` for those who have the token. */
export function answerMetrics({ metrics, token }: { readonly metrics: Metrics; readonly token: string }): Layer {
  const wanted = digest(`Bearer ${token}`);
  return async (context, next) => {
    if (context.req.path !== "/metrics") return next();
    if (!timingSafeEqual(digest(context.req.header("authorization") ?? ""), wanted))
      return refuse(context, 401, "This page needs the token of METRICS_TOKEN.", { "WWW-Authenticate": "Bearer" });
    return new Response(await metrics.read(), {
      headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
    });
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const pages: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Without a route, the status stands for any path. */
function routeOf(context: WebContext): string {
  const { path } = context.req;
  if (pages.has(path)) return path;
  if (context.get("hasReachedApp")) return context.get("route") || "none";
  return context.res.status < 400 ? "file" : "refused";
}

function methodOf({ req }: WebContext): string {
  return safeMethods.has(req.method) || req.method === "POST" ? req.method : "other";
}
