import type { Download } from "../json-api/api.ts";

/** A picture of the service passed on to the browser; 404 for what is no picture. Asked for again each time, since access may end. */
export async function relayPicture({ status, header, body }: Download): Promise<Response> {
  const type = header("content-type") ?? "";
  const isPicture = /^image\/(webp|avif|png|jpeg)$/.test(type);
  const tag = header("etag") ?? "";
  const headers = new Headers({ "Cache-Control": "private, no-cache", Vary: "Cookie" });
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(tag)) headers.set("ETag", tag);
  if (isPicture) headers.set("Content-Type", type);
  if (isPicture && status === 200) return new Response(body, { headers });
  await body?.cancel();
  return new Response(null, { status: status === 304 ? 304 : 404, headers });
}
