import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { apiOf, notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/thumbnail";

/** Pixels of the wider side: for tiles, which are at most half as wide on any screen, and for a document's own page. */
const widths = { tile: "480", page: "1024" };

/** A sheet of paper instead of a thumbnail, with a possible reason where there is room for one. */
function blank(reason: string): string {
  const paper = `<path d="M12 3h5l3 3v9h-8z M17 3v3h3" fill="none" stroke="#84867f" stroke-width=".6" stroke-linejoin="round"/>`;
  const words = `font-family="sans-serif" text-anchor="middle" fill="#84867f"`;
  const lines = `<text x="16" y="18.4" font-size="1.8">No preview</text><text x="16" y="20.8" font-size="1.2">${reason}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24">${paper}<g ${words}>${lines}</g></svg>`;
}

/** The thumbnail of a document. Its URL changes with each version, so that browsers may keep it for an hour. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.documentId);
  const headers = { "Cache-Control": "private, max-age=3600", Vary: "Cookie" };
  const isLarge = url.searchParams.get("size") === "large";
  try {
    const opened = await apiOf(context).download(path`/documents/${id}/thumbnail`, {
      query: { width: isLarge ? widths.page : widths.tile },
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
    // Without this code there is no such document, or not for the current user.
    if (error.kind === "missing" && error.cause.code !== "no_thumbnail") throw notFound();
  }
  return new Response(blank(isLarge ? "It is damaged, locked or too large to preview." : ""), {
    headers: { ...headers, "Content-Type": "image/svg+xml", "Cache-Control": "private, max-age=60" },
  });
}
