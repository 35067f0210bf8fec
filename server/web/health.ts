import type { Layer } from "./layer.ts";

export interface HealthChecks {
  /** Why it cannot work now, in words for those who run it; nothing when it can. Settles within seconds. */
  readonly obstacles: () => Promise<readonly string[]>;
  /** Whether nobody is answered although a new process could answer; settles within seconds. */
  readonly stuck: () => Promise<boolean>;
}

/** `/healthz` says that the process works or that a restart would not help; `/readyz` whether it can work now, for load balancers. */
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

/** Parallel checks share one call, since they need no sign-in and are not limited. */
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
