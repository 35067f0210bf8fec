import type { Layer } from "./layer.ts";

/** After how many seconds whoever was told to come back may do so. */
const usualSeconds = 10;

/** Every 503 says when to try again (RFC 9110 15.6.4), whoever answers it. */
export function sayWhenToRetry(): Layer {
  return async (context, next) => {
    await next();
    if (context.res.status !== 503 || context.res.headers.has("Retry-After")) return;
    context.res.headers.set("Retry-After", String(usualSeconds));
  };
}
