import type { Download } from "../json-api/api.ts";
import { shownTypes } from "../uploads/document-kind.ts";
import { dispositionOf, relayDownload, shownContentType } from "./download.server.ts";
import { downloadName } from "./download-name.ts";

/**
 * A document passed on to someone outside of the workspace, under the name that the service gives it: shown where that is safe,
 * else downloaded. Search engines do not list it.
 * @param isSaved whether it is downloaded even where it could be shown
 */
export async function relayDocument(request: Request, opened: Download, isSaved: boolean): Promise<Response> {
  const disposition = opened.header("content-disposition") ?? "";
  const [mime = ""] = (opened.header("content-type") ?? "").split(";");
  const isInline = !isSaved && shownTypes.has(mime) && disposition.startsWith("inline");
  const response = await relayDownload(request, opened, {
    type: isInline ? shownContentType(mime, opened) : "application/octet-stream",
    disposition: safeDisposition(disposition, isInline ? "inline" : "attachment"),
  });
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
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
