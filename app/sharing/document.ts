import { relayDocument } from "../documents/relay-document.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/document";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { openDocument } from "./shared.server.ts";

/** A document of a link: shown where that is safe, else downloaded, or with `download=true`. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const id = recordId(params.documentId);
  const isSaved = url.searchParams.get("download") === "true";
  const opened = await loadShared(context, token, (viewing) =>
    openDocument(sharingApiOf(context), viewing, id, { request, isSaved }),
  );
  return relayDocument(request, opened, isSaved);
}
