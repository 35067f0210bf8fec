import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/content";
import type { Document } from "./document.ts";
import { answerDownload } from "./download.server.ts";
import { documentName } from "./download-name.ts";
import { loadDocument } from "./load-document.server.ts";

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const document = await loadDocument(context, params.documentId);
  const { fileId, name, mime } = chooseVersion(document, url.searchParams.get("version"));
  return answerDownload(context, request, {
    fileId,
    mime,
    name: documentName(document.label, name),
    isSaved: url.searchParams.get("download") === "true",
  });
}

/** The newest version, or the one with this number. @throws 404 for an unknown number */
function chooseVersion({ fileId, label, mime, versions }: Document, wanted: string | null) {
  const number = wanted !== null && /^[1-9]\d{0,5}$/.test(wanted) ? Number(wanted) : null;
  const found = versions.find((version) => (number === null ? version.fileId === fileId : version.number === number));
  if (found !== undefined) return found;
  if (number !== null) throw notFound();
  return { fileId, mime, name: label };
}
