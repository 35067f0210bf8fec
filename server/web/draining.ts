import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

interface DrainLimits {
  /** In ms; meanwhile `/readyz` sends load balancers elsewhere. */
  readonly noticeMs: number;
  /** In ms, after that. */
  readonly patienceMs: number;
}

const lookEveryMs = 50;

/** Stops accepting connections, and waits for requests under way. */
export async function drain(server: Server, { noticeMs, patienceMs }: DrainLimits): Promise<void> {
  server.prependListener("request", (_incoming, outgoing) => {
    outgoing.shouldKeepAlive = false;
  });
  await wait(noticeMs);
  const closed = once(server, "close");
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs);
  const late = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
