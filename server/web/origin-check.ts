import { isSharedPath } from "#app/session/shared-path.ts";
import { type Layer, safeMethods } from "./layer.ts";
import { refuse } from "./refusal.ts";

/**
 * Refuses writes from other sites, before anything else. Browsers name the origin in `Sec-Fetch-Site` or, older ones, in `Origin`,
 * which no page can forge. A client that sends neither may write without cookies. What a person shares from another app comes from no
 * page at all, which no page can pretend either; its address writes nothing but files that wait for the form that sends them.
 */
export function checkOrigin(publicOrigin: string): Layer {
  return async (context, next) => {
    if (safeMethods.has(context.req.method)) return next();
    const site = context.req.header("sec-fetch-site");
    const origin = context.req.header("origin");
    if (site === "same-origin" || origin === publicOrigin) return next();
    if (site === "none" && context.req.header("sec-fetch-mode") === "navigate" && isSharedPath(context.req.path))
      return next();
    if (site === undefined && origin === undefined && context.req.header("cookie") === undefined) return next();
    return refuse(
      context,
      403,
      "This form did not come from a page of this site, so nothing was done. Open the page here and send it again.",
    );
  };
}
