import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { isFetchedAhead } from "#app/session/asked-by-person.server.ts";
import { type Layer, safeMethods, type WebContext } from "./layer.ts";
import { networkOf } from "./network-address.ts";
import { refuse } from "./refusal.ts";

/** Requests of one network in one minute. */
export interface RateLimits {
  readonly requests: number;
  readonly writes: number;
}

const windowSeconds = 60;
/** An office of a hundred agents stays far below this. */
export const usualRates: RateLimits = { requests: 6_000, writes: 600 };

/**
 * Keeps one network from using the whole server. Counted in this process's memory: the limit protects this process, so
 * replicas have no need to share it, and counting costs no query.
 *
 * The network is that of the connection: a forwarded address is whatever its sender wrote.
 */
export function limitRates(limits: RateLimits = usualRates): Layer {
  const requests = new RateLimiterMemory({ points: limits.requests, duration: windowSeconds });
  const writes = new RateLimiterMemory({ points: limits.writes, duration: windowSeconds });
  // What a browser fetches by itself never takes the place of what somebody asks for.
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

/** The other end of the connection; "" for a request that came on none. */
export function addressOf(context: WebContext): string {
  return context.env.incoming?.socket.remoteAddress ?? "";
}
