import { createHash } from "node:crypto";
import worker from "./push-worker.ts?script";

const tag = `"${createHash("sha256").update(worker).digest("base64url").slice(0, 22)}"`;

/** It asks nothing but its own server. Pictures are those of notifications. */
const policy = "default-src 'none'; connect-src 'self'; img-src 'self'";

/** The worker that shows pushes, for everybody: browsers look for a newer one whoever is signed in. */
export async function loader({ request }: { readonly request: Request }): Promise<Response> {
  const headers = {
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policy,
    ETag: tag,
  };
  const isKnown = request.headers.get("If-None-Match") === tag;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(worker, { headers });
}
