import type { Api } from "../json-api/api.ts";
import { ApiError, orNull } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { settle } from "../json-api/settle.ts";
import { noPictureIcon, pendingIcon } from "../pictures/relay-picture.server.ts";
import { dropBody } from "../session/drop-body.ts";
import { apiOf, logFaults, notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/thumbnail";

/** Pixels of the wider side: for tiles, which are at most half as wide on any screen, and for a document's own page. */
const widths = { tile: 480, page: 1024 };

/**
 * The thumbnail of a document. Its URL changes with each version, so that browsers may keep it for an hour. Where it is not
 * drawn yet, or does not come in time, the answer is an icon of the document's type.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.documentId);
  const isLarge = url.searchParams.get("size") === "large";
  const width = isLarge ? widths.page : widths.tile;
  const found = await settle(apiOf(context), (api) => orNull(findThumbnail(api, id, width)), logFaults(context));
  if (!found.ok || found.data === "pending") return pendingIcon(sheet(typeIn(url), ""));
  if (found.data === null) throw notFound();
  if (found.data === "none") {
    return noPictureIcon(sheet("No preview", isLarge ? "It is damaged, locked or too large to preview." : ""));
  }
  const { type, body } = found.data;
  return new Response(body, {
    headers: { "Content-Type": type, "Cache-Control": "private, max-age=3600", Vary: "Cookie" },
  });
}

/** The type that the page names, as in "PDF". Only what can be one: it becomes part of the icon. */
function typeIn({ searchParams }: URL): string {
  return /^[A-Za-z]{2,10}$/.exec(searchParams.get("type") ?? "")?.[0] ?? "";
}

function sheet(title: string, detail: string): string {
  const paper = `<path d="M12 3h5l3 3v9h-8z M17 3v3h3" fill="none" stroke="#84867f" stroke-width=".6" stroke-linejoin="round"/>`;
  const words = `font-family="sans-serif" text-anchor="middle" fill="#84867f"`;
  const lines = `<text x="16" y="18.4" font-size="1.8">${title}</text><text x="16" y="20.8" font-size="1.2">${detail}</text>`;
  return `${paper}<g ${words}>${lines}</g>`;
}

interface Picture {
  readonly type: string;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/**
 * The thumbnail of a document: "pending" while the service draws it, "none" where there is none.
 * @param width pixels of the longer side
 * @throws ApiError "missing" when there is no such document, or not for the current user
 */
async function findThumbnail(api: Api, id: string, width: number): Promise<Picture | "pending" | "none"> {
  try {
    const opened = await api.download(path`/documents/${id}/thumbnail`, {
      query: { width: `${width}` },
      failure: "Failed to fetch the picture",
    });
    const type = opened.header("content-type") ?? "";
    if (opened.status === 200 && /^image\/(webp|avif|png|jpeg)$/.test(type)) return { type, body: opened.body };
    await dropBody(opened.body);
    return opened.status === 202 ? "pending" : "none";
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "no_thumbnail") return "none";
    throw error;
  }
}
