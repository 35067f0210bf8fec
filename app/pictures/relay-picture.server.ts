import type { Download } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { dropBody } from "../session/drop-body.ts";

/** Pixels of the longer side of thumbnails on pages for clients, for screens of any density. */
export const thumbnailWidth = 200;

/** A picture of the service passed on to the browser; 404 for what is no picture. Asked for again each time, since access may end. */
export async function relayPicture(opened: Download): Promise<Response> {
  return relay(opened, "private, no-cache");
}

/** Relays a logo or an agent's photo, which everybody may see: it never changes at its address, and is kept for a day. */
export async function relayFace(opened: Download): Promise<Response> {
  return relay(opened, "private, max-age=86400");
}

/** The same for a document's thumbnail: an empty picture, below which the page shows its type, until it is drawn. @param opened null where there is none */
export async function relayThumbnail(opened: Download | null): Promise<Response> {
  if (opened === null) return noPictureIcon("");
  if (opened.status !== 202) return relayPicture(opened);
  await dropBody(opened.body);
  return pendingIcon("");
}

/** Gives null where the service says that a document has no thumbnail. @throws ApiError for anything else, as for a document that is not there */
export async function orNoThumbnail(call: Promise<Download>): Promise<Download | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "no_thumbnail") return null;
    throw error;
  }
}

async function relay({ status, header, body }: Download, cacheControl: string): Promise<Response> {
  const type = header("content-type") ?? "";
  const isPicture = /^image\/(webp|avif|png|jpeg)$/.test(type);
  const tag = header("etag") ?? "";
  const headers = new Headers({ "Cache-Control": cacheControl, Vary: "Cookie" });
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(tag)) headers.set("ETag", tag);
  if (isPicture) headers.set("Content-Type", type);
  if (isPicture && status === 200) return new Response(body, { headers });
  await dropBody(body);
  return new Response(null, { status: status === 304 ? 304 : 404, headers });
}

/** Answered while a picture is being drawn. Nobody keeps it; by its width of 32 pixels the enhancer knows to ask again. */
export function pendingIcon(drawing: string): Response {
  return iconResponse(` width="32" height="24"`, drawing, "private, no-store");
}

/** Answered where there is no picture. A browser keeps it for a minute. */
export function noPictureIcon(drawing: string): Response {
  return iconResponse("", drawing, "private, max-age=60");
}

function iconResponse(size: string, drawing: string, cacheControl: string): Response {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24"${size}>${drawing}</svg>`;
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": cacheControl, Vary: "Cookie" },
  });
}
