import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** Refuses paths whose percent signs say nothing: no page has one, and the router would write them into the log as they are. */
export function refuseUnreadable(): Layer {
  return async (context, next) => {
    const [path = ""] = context.req.url.split("?", 1);
    return isReadable(path) ? next() : refuse(context, 404, "There is no page at this address.");
  };
}

function isReadable(path: string): boolean {
  try {
    // Its result is used, since a bundler takes the call alone for one without effects and leaves it out.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}
