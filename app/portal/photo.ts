import { relayPicture } from "../pictures/relay-picture.server.ts";
import { load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo";
import { portalOf } from "./portal.server.ts";
import { openPhoto } from "./portal-properties.server.ts";

/** A photo of one of the client's properties; `?size=small` for a card. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const isSmall = url.searchParams.get("size") === "small";
  return relayPicture(await load(openPhoto(api, recordId(params.photoId), request, isSmall)));
}
