import { relayDocument } from "../documents/relay-document.server.ts";
import { load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/document";
import { noteOpened } from "./opened.server.ts";
import { portalOf } from "./portal.server.ts";
import { openDocument } from "./portal-properties.server.ts";

/** A document of the client: shown where that is safe, else downloaded, or with `download=true`. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { api } = portalOf(context);
  const isSaved = url.searchParams.get("download") === "true";
  const id = recordId(params.documentId);
  const [opened] = await Promise.all([
    load(openDocument(api, id, request, isSaved)),
    noteOpened(context, request, "document", id),
  ]);
  return relayDocument(request, opened, isSaved);
}
