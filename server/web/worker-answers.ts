import { answerHeader, askedByWorker, ownerHeader, writtenHeader } from "#app/session/asked-by-worker.ts";
import type { Layer } from "./layer.ts";

/**
 * Answers the service worker of a kept device. Of a redirect it would see nothing, whether it leads to what was saved or to the sign-in
 * page, so that it gets the address as JSON: `{"location": …}`. What somebody reads is answered as ever.
 */
export function answerWorker(): Layer {
  return async (context, next) => {
    const asked = askedByWorker(context.req.raw.headers);
    await next();
    if (asked === null || asked === "read") return;
    const { res } = context;
    const location = res.headers.get("Location");
    const { status } = res;
    if (location !== null && status >= 300 && status < 400) {
      const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
      for (const name of [ownerHeader, writtenHeader, "Clear-Site-Data"]) {
        const value = res.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      for (const cookie of res.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
      // Hono joins the headers of the answer before to those of the next.
      context.res = undefined;
      context.res = new Response(JSON.stringify({ location }), { headers });
    }
    context.res.headers.set(answerHeader, String(status));
  };
}
