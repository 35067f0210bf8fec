import type { Layer } from "./layer.ts";

/**
 * `/healthz` says that the process lives; `/readyz` whether it can do its work now, for whoever sends it visitors.
 * @param ready asks what the process cannot work without; it settles within seconds, whatever they do. However many want to know
 *   at once, it asks once: nobody has to sign in for it, and it stands before the limits.
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
