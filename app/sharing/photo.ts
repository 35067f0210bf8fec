import { relayPicture } from "../pictures/relay-picture.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { openPhoto } from "./shared.server.ts";

/** A photo of what a link shows; `?size=small` for a tile. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const opened = await loadShared(context, token, (viewing) =>
    openPhoto(sharingApiOf(context), viewing, recordId(params.photoId), {
      request,
      isSmall: url.searchParams.get("size") === "small",
    }),
  );
  return relayPicture(opened);
}
