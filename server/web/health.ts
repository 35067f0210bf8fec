import type { Layer } from "./layer.ts";

interface HealthChecks {
  /** Why the server cannot work now, in words for operators. Settles within seconds. */
  readonly obstacles: () => Promise<readonly string[]>;
  /** Whether a restart would help. Settles within seconds. */
  readonly stuck: () => Promise<boolean>;
}

/** `/healthz` fails when a restart would help, `/readyz` when load balancers should go elsewhere. */
export function answerHealth({ obstacles, stuck }: HealthChecks): Layer {
  const [findObstacles, askStuck] = [shareParallel(obstacles), shareParallel(stuck)];
  return async (context, next) => {
    if (context.req.path === "/readyz") {
      const found = await findObstacles();
      return found.length === 0 ? say(200, "ready") : say(503, `not ready: ${found.join("; ")}`);
    }
    if (context.req.path !== "/healthz") return next();
    if (!(await askStuck())) return say(200, "alive");
    context.get("log").error({}, "Nobody who asked was answered for a minute: this process should be restarted");
    return say(503, "stuck");
  };
}

/** Checks are not limited, so parallel ones share one call. */
function shareParallel<Answer>(check: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | null = null;
  return () => {
    asking ??= check().finally(() => {
      asking = null;
    });
    return asking;
  };
}

function say(status: number, word: string): Response {
  return new Response(`${word}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
