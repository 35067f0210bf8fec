import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

interface DrainLimits {
  /** How long requests are still accepted, in ms, while load balancers read `/readyz` and send them elsewhere. */
  readonly noticeMs: number;
  /** How long requests may go on after that, in ms. */
  readonly patienceMs: number;
}

const lookEveryMs = 50;

/** Stops accepting connections and waits until the requests under way are answered or out of time. */
export async function drain(server: Server, { noticeMs, patienceMs }: DrainLimits): Promise<void> {
  // Each connection closes after its next response.
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
