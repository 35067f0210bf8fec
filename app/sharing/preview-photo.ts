import { relayPicture } from "../pictures/relay-picture.server.ts";
import { load, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/preview-photo";
import { sharingApiOf } from "./load-shared.server.ts";
import { openPreviewPhoto } from "./shared.server.ts";

/** The photo that chat programs show with a link. Its address leads to nothing else. */
export async function loader({ params, context }: Route.LoaderArgs) {
  if (!/^[\w.-]{80}$/.test(params.token)) throw notFound();
  return relayPicture(await load(openPreviewPhoto(sharingApiOf(context), params.token)));
}
