import { areaOf } from "#app/session/area.ts";
import { readCookie } from "#app/session/cookies.ts";
import { type Layer, safeMethods, type WebContext } from "./layer.ts";
import { addressOf } from "./rate-limits.ts";
import { refuse } from "./refusal.ts";

interface PagePlaces {
  /** Pages that are made at once: what they need lies in memory until they are sent. */
  readonly total: number;
  /** Of them, per session, or per address without one. */
  readonly ofSender: number;
  /** How many others may wait for a place, and for how long. */
  readonly waiting: number;
  readonly patienceMs: number;
}

const usualPagePlaces: PagePlaces = { total: 64, ofSender: 8, waiting: 1_000, patienceMs: 10_000 };

const retrySeconds = 5;

interface Waiter {
  readonly sender: string;
  readonly enter: () => void;
}

/**
 * Gives each session a share of the pages that are made at once: who asks for a hundred waits for their own, and others do not. What
 * finds no place in time is refused before anything is made of it.
 * @param secure whether browsers come by https
 */
export function sharePages(secure: boolean, places: PagePlaces = usualPagePlaces): Layer {
  const taken = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let total = 0;

  const hasPlace = (sender: string) => total < places.total && (taken.get(sender) ?? 0) < places.ofSender;

  function take(sender: string): void {
    total += 1;
    taken.set(sender, (taken.get(sender) ?? 0) + 1);
  }

  function leave(sender: string): void {
    total -= 1;
    const left = (taken.get(sender) ?? 1) - 1;
    if (left > 0) taken.set(sender, left);
    else taken.delete(sender);
    for (const waiter of waiters) {
      if (total >= places.total) return;
      if (hasPlace(waiter.sender)) waiter.enter();
    }
  }

  /** @returns whether there was a place in time */
  async function enter(sender: string): Promise<boolean> {
    if (hasPlace(sender)) {
      take(sender);
      return true;
    }
    if (waiters.size >= places.waiting) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => end(false), places.patienceMs);
    const waiter: Waiter = {
      sender,
      enter: () => {
        take(sender);
        end(true);
      },
    };
    waiters.add(waiter);
    function end(hasEntered: boolean): void {
      clearTimeout(timer);
      waiters.delete(waiter);
      resolve(hasEntered);
    }
    return promise;
  }

  return async (context, next) => {
    // A write is never refused here: what was typed would be lost.
    if (!safeMethods.has(context.req.method)) return next();
    const sender = senderOf(context, secure);
    if (!(await enter(sender))) return refuse(context, 503, crowded, { "Retry-After": String(retrySeconds) });
    try {
      return await next();
    } finally {
      leave(sender);
    }
  };
}

/** Whose share a request counts to: that of its session, or of its address without one. */
export function senderOf(context: WebContext, secure: boolean): string {
  return readCookie(context.req.raw, areaOf(context.req.path).cookies.session, secure) ?? addressOf(context);
}

const crowded = "Too many pages are being opened right now. Try again in a few seconds.";
