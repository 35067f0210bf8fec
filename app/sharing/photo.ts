import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { openPhoto } from "./shared.server.ts";

/** A photo of what a link shows; `?size=small` for a tile. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const { status, header, body } = await loadShared(context, token, (viewing) =>
    openPhoto(sharingApiOf(context), viewing, recordId(params.photoId), {
      request,
      isSmall: url.searchParams.get("size") === "small",
    }),
  );
  const type = header("content-type") ?? "";
  const isPicture = /^image\/(webp|avif|png|jpeg)$/.test(type);
  const tag = header("etag") ?? "";
  // Revalidated each time, since the link may be revoked.
  const headers = new Headers({ "Cache-Control": "private, no-cache", Vary: "Cookie" });
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(tag)) headers.set("ETag", tag);
  if (isPicture) headers.set("Content-Type", type);
  if (isPicture && status === 200) return new Response(body, { headers });
  await body?.cancel();
  return new Response(null, { status: status === 304 ? 304 : 404, headers });
}
