import { shownTypes } from "../documents/document-kind.ts";
import { dispositionOf, relayDownload, shownContentType } from "../documents/download.server.ts";
import { downloadName } from "../documents/download-name.ts";
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
  const disposition = opened.header("content-disposition") ?? "";
  const [mime = ""] = (opened.header("content-type") ?? "").split(";");
  const isInline = !isSaved && shownTypes.has(mime) && disposition.startsWith("inline");
  const answer = await relayDownload(request, opened, {
    type: isInline ? shownContentType(mime) : "application/octet-stream",
    disposition: safeDisposition(disposition, isInline ? "inline" : "attachment"),
  });
  answer.headers.set("X-Robots-Tag", "noindex");
  return answer;
}

/**
 * A Content-Disposition with the service's name for the file, made safe; without a name where the service's header is not as
 * RFC 6266 says.
 */
function safeDisposition(header: string, how: "inline" | "attachment"): string {
  const [, plain, encoded] =
    /^(?:inline|attachment); filename="([ !#$&-:<-[\]-~]*)"(?:; filename\*=UTF-8''([\w%!#$&+.^`|~-]+))?$/.exec(
      header,
    ) ?? [];
  const name = encoded === undefined ? plain : decoded(encoded);
  return name === undefined ? how : dispositionOf(how, downloadName(name));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
