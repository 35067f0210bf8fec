import { relayThumbnail } from "../pictures/relay-picture.server.ts";
import { load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/thumbnail";
import { portalOf } from "./portal.server.ts";
import { openThumbnail } from "./portal-properties.server.ts";

/** The thumbnail of one of the client's documents. It counts as opened by nobody. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  return relayThumbnail(await load(openThumbnail(api, recordId(params.documentId), request)));
}
