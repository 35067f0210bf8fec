import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** Answers 404 to malformed percent-encoding, which the router would log as it is. */
export function refuseMalformedPaths(): Layer {
  return async (context, next) => {
    const [path = ""] = context.req.url.split("?", 1);
    return isReadable(path) ? next() : refuse(context, 404, "This page doesn't exist.");
  };
}

function isReadable(path: string): boolean {
  try {
    // The result is used, so that no bundler drops the call.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}
