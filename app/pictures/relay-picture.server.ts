import type { Download } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { noPictureIcon, pendingIcon } from "./icon.ts";

/** Pixels of the longer side of thumbnails on pages for clients, for screens of any density. */
export const thumbnailWidth = 200;

/** A picture of the service passed on to the browser; 404 for what is no picture. Asked for again each time, since access may end. */
export async function relayPicture(opened: Download): Promise<Response> {
  return relay(opened, "private, no-cache");
}

/** The same for a logo or a photo of an agent, which everybody may see: it never changes at its address, and is kept for a day. */
export async function relayFace(opened: Download): Promise<Response> {
  return relay(opened, "private, max-age=86400");
}

/** The same for a document's thumbnail: an empty picture, below which the page shows its type, until it is drawn. @param opened null where there is none */
export async function relayThumbnail(opened: Download | null): Promise<Response> {
  if (opened === null) return noPictureIcon("");
  if (opened.status !== 202) return relayPicture(opened);
  await opened.body?.cancel();
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
  await body?.cancel();
  return new Response(null, { status: status === 304 ? 304 : 404, headers });
}
