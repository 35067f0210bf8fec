import { type Layer, safeMethods } from "./layer.ts";
import { refuse } from "./refusal.ts";

/**
 * Refuses writes from other sites, before anything else. Browsers name the origin in `Sec-Fetch-Site` or, older ones, in `Origin`,
 * which no page can forge. A client that sends neither may write without cookies.
 */
export function checkOrigin(publicOrigin: string): Layer {
  return async (context, next) => {
    if (safeMethods.has(context.req.method)) return next();
    const site = context.req.header("sec-fetch-site");
    const origin = context.req.header("origin");
    if (site === "same-origin" || origin === publicOrigin) return next();
    if (site === undefined && origin === undefined && context.req.header("cookie") === undefined) return next();
    return refuse(
      context,
      403,
      "This form did not come from a page of this site, so nothing was done. Open the page here and send it again.",
    );
  };
}
