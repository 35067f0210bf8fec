import { relayThumbnail } from "../pictures/relay-picture.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/thumbnail";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { openThumbnail } from "./shared.server.ts";

/** The thumbnail of a document that a link shows. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = recordId(params.documentId);
  const token = linkToken(params.token);
  return relayThumbnail(
    await loadShared(context, token, (viewing) => openThumbnail(sharingApiOf(context), viewing, id, request)),
  );
}
