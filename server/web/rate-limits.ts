import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { isFetchedAhead } from "#app/session/asked-by-person.server.ts";
import { type Layer, safeMethods, type WebContext } from "./layer.ts";
import { networkOf } from "./network-address.ts";
import { refuse } from "./refusal.ts";

interface RateLimits {
  readonly requests: number;
  readonly writes: number;
}

const windowSeconds = 60;
export const usualRates: RateLimits = { requests: 6_000, writes: 600 };

/**
 * Limits one network's share of the server. Counted in memory, since the limit protects this process. The network is that of the
 * connection: a forwarded address is what its sender wrote.
 */
export function limitRates(limits: RateLimits = usualRates): Layer {
  const requests = new RateLimiterMemory({ points: limits.requests, duration: windowSeconds });
  const writes = new RateLimiterMemory({ points: limits.writes, duration: windowSeconds });
  // Prefetches are counted apart from clicks.
  const ahead = new RateLimiterMemory({ points: limits.requests, duration: windowSeconds });
  return async (context, next) => {
    const network = networkOf(addressOf(context));
    const isWrite = !safeMethods.has(context.req.method);
    try {
      await (isFetchedAhead(context.req.raw) ? ahead : requests).consume(network);
      if (isWrite) await writes.consume(network);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return tooMany(context, Math.ceil(refusal.msBeforeNext / 1000));
    }
    return next();
  };
}

function tooMany(context: WebContext, seconds: number): Response {
  const sentence = `Too many requests came from your network. Wait ${seconds} seconds, then try again.`;
  return refuse(context, 429, sentence, { "Retry-After": String(seconds) });
}

/** The peer's address; "" without a connection. */
export function addressOf(context: WebContext): string {
  return context.env.incoming?.socket.remoteAddress ?? "";
}
