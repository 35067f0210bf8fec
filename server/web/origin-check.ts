import { type Layer, safeMethods } from "./layer.ts";
import { refuse } from "./refusal.ts";

/**
 * Lets writes in from our own pages only, before anything else looks at them. The browser says where a request comes
 * from, in headers that no page can forge: `Sec-Fetch-Site`, or in older browsers `Origin`. What brings neither is no
 * browser; it may write only when it sends no cookies.
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
