import type { Layer } from "./layer.ts";

/**
 * `/healthz` says that the process lives; `/readyz` whether it can work now, for load balancers.
 * @param ready whether database and upstream answer; settles within seconds. Parallel checks
 *   share one call, since they need no sign-in and are not limited.
 */
export function answerHealth(ready: () => Promise<boolean>): Layer {
  let asking: Promise<boolean> | null = null;
  const askOnce = () => {
    asking ??= ready().finally(() => {
      asking = null;
    });
    return asking;
  };
  return async (context, next) => {
    if (context.req.path === "/healthz") return say(200, "alive");
    if (context.req.path !== "/readyz") return next();
    return (await askOnce()) ? say(200, "ready") : say(503, "not ready");
  };
}

function say(status: number, word: string): Response {
  return new Response(`${word}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
