import { bringsFiles, type TakesFiles } from "./file-routes.ts";
import { type Layer, safeMethods } from "./layer.ts";
import { senderOf } from "./page-places.ts";
import { refuse } from "./refusal.ts";

interface UploadPlaces {
  readonly total: number;
  /** Per session, or per address without one. */
  readonly ofSender: number;
}

export const usualPlaces: UploadPlaces = { total: 100, ofSender: 16 };

const retrySeconds = 5;

/**
 * Refuses uploads while many are under way: all at once they would keep pages from the database, and most would break off.
 * @param secure whether browsers come by https
 */
export function limitUploads(secure: boolean, takesFiles: TakesFiles, places: UploadPlaces = usualPlaces): Layer {
  const taken = new Map<string, number>();
  let total = 0;

  /** @returns leaves the place; idempotent */
  function enter(sender: string, own: number): () => void {
    total += 1;
    taken.set(sender, own + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      total -= 1;
      const left = (taken.get(sender) ?? 1) - 1;
      if (left > 0) taken.set(sender, left);
      else taken.delete(sender);
    };
  }

  return async (context, next) => {
    if (safeMethods.has(context.req.method) || !(await bringsFiles(context, takesFiles))) return next();
    const sender = senderOf(context, secure);
    const own = taken.get(sender) ?? 0;
    if (total >= places.total || own >= places.ofSender) return refuse(context, 503, crowded, retryLater);
    const leave = enter(sender, own);
    context.env.outgoing?.once("close", leave);
    try {
      await next();
    } finally {
      leave();
    }
  };
}

const crowded =
  "Too many files are being uploaded right now, so nothing was saved. Wait a few seconds, go back and send them again.";
const retryLater = { "Retry-After": String(retrySeconds) };
