import { relayFace } from "../pictures/relay-picture.server.ts";
import { anonymousApiOf, load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/face";
import { openFace } from "./portal-properties.server.ts";

/** The logo of a workspace or an agent's photo, for everybody; `?size=small` for what pages show. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const isSmall = url.searchParams.get("size") === "small";
  return relayFace(await load(openFace(anonymousApiOf(context), recordId(params.pictureId), request, isSmall)));
}
