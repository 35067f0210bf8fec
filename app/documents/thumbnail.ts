import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { notFound, recordId } from "../session/loading.server.ts";
import { apiOf } from "../session/session.server.ts";
import type { Route } from "./+types/thumbnail";

/** Pixels of the wider side: for tiles, which are at most half as wide on any screen, and for a document's own page. */
const widths = { tile: "480", page: "1024" };

/** A sheet of paper, for what turned out to have no picture. */
const blank = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24"><path d="M11 4h7l4 4v12H11z M18 4v4h4" fill="none" stroke="#84867f" stroke-width=".8" stroke-linejoin="round"/></svg>`;

/** A document as a small picture. The address changes with the version, so that it may be kept for an hour. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.documentId);
  const headers = { "Cache-Control": "private, max-age=3600", Vary: "Cookie" };
  try {
    const opened = await apiOf(context).open(path`/documents/${id}/thumbnail`, {
      query: { width: url.searchParams.get("size") === "large" ? widths.page : widths.tile },
      failure: "Failed to fetch the picture",
    });
    if (/^image\/(webp|avif|png|jpeg)$/.test(opened.header("content-type") ?? "")) {
      return new Response(opened.body, {
        headers: { ...headers, "Content-Type": opened.header("content-type") ?? "" },
      });
    }
    await opened.body?.cancel();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // There is such a document, and no picture of it; else there is none, or not for the asker.
    if (error.kind === "missing" && error.cause.code !== "no_thumbnail") throw notFound();
  }
  return new Response(blank, {
    headers: { ...headers, "Content-Type": "image/svg+xml", "Cache-Control": "private, max-age=60" },
  });
}
