import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** Answers 404 to paths with malformed percent-encoding, which the router would otherwise write into the log as they are. */
export function refuseMalformedPaths(): Layer {
  return async (context, next) => {
    const [path = ""] = context.req.url.split("?", 1);
    return isReadable(path) ? next() : refuse(context, 404, "This page doesn't exist.");
  };
}

function isReadable(path: string): boolean {
  try {
    // The result is used, or a bundler would drop the call as one without effects.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}
