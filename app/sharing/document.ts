import { recordId } from "../session/loading.server.ts";
import type { Route } from "./+types/document";
import { openDocument } from "./shared.server.ts";
import { linkToken, loadShared, sharingApiOf } from "./viewing.server.ts";

/** A document of a link: to look at where that is safe, to save otherwise, or with `download=true`. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const id = recordId(params.documentId);
  const isSaved = url.searchParams.get("download") === "true";
  const { status, header, body } = await loadShared(context, token, (viewing) =>
    openDocument(sharingApiOf(context), viewing, id, { request, isSaved }),
  );
  const type = header("content-type") ?? "";
  const disposition = header("content-disposition") ?? "";
  const isInline = !isSaved && shown.test(type) && disposition.startsWith("inline");
  const headers = new Headers({
    "Content-Type": isInline ? type : "application/octet-stream",
    "Content-Disposition": isInline
      ? safeDisposition(disposition, "inline")
      : safeDisposition(disposition, "attachment"),
    "Accept-Ranges": "bytes",
    // Asked each time, since the link may have ended.
    "Cache-Control": "private, no-cache",
    Vary: "Cookie",
    "X-Robots-Tag": "noindex",
  });
  for (const [name, form] of passedOn) {
    const value = header(name);
    if (value !== null && form.test(value)) headers.set(name, value);
  }
  const hasBody = request.method !== "HEAD" && status !== 304 && status !== 416;
  if (!hasBody) await body?.cancel();
  return new Response(hasBody ? body : null, { status, headers });
}

/** What a browser may show in a page of ours, whatever the service says. */
const shown = /^(application\/pdf|image\/(png|jpeg|gif|webp|avif)|text\/plain; charset=utf-8)$/;

/** The service's name for a file, where it is written as RFC 6266 has it; without a name where it is not. */
function safeDisposition(header: string, how: "inline" | "attachment"): string {
  const [, name = ""] =
    /^(?:inline|attachment)(; filename="[ !#$&-:<-[\]-~]*"(?:; filename\*=UTF-8''[\w%!#$&+.^`|~-]+)?)$/.exec(header) ??
    [];
  return how + name;
}

/** Headers that say how much there is and which version of it, in the only forms that they are passed on in. */
const passedOn: readonly (readonly [name: string, form: RegExp])[] = [
  ["content-length", /^\d{1,15}$/],
  ["content-range", /^bytes (\d{1,15}-\d{1,15}|\*)\/(\d{1,15}|\*)$/],
  ["etag", /^(W\/)?"[\x21\x23-\x7e]{1,200}"$/],
];
