import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import { readOne } from "../engine/reading.ts";
import { Refusal } from "../engine/refusal.ts";
import { document } from "./document.ts";
import { type Thumbnails, widestThumbnail } from "./thumbnails.ts";

const width = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "A width is a number of pixels.")
  .transform(Number)
  .pipe(z.number().max(widestThumbnail, `A width is at most ${widestThumbnail} pixels.`))
  .default(400);
const shown = z.object({ file_id: z.string(), kind: z.string() });
/** The parameters of every GET of a thumbnail. */
export const thumbnailParameters = z.object({ width });

/** GET of a small picture of a document. 202 while it is not drawn, 404 where there is none: the page then shows its kind. */
export function thumbnailRoute(thumbnails: Thumbnails): Route {
  return action({
    method: "GET",
    path: "/documents/:id/thumbnail",
    summary:
      "A document as a small picture, WebP: itself, or the first page of a PDF; 202 until it is drawn, 404 where there is none",
    access: "workspace",
    parameters: thumbnailParameters,
    answers: { status: 200, of: null },
    async run({ database, currentUser, id, parameters, request }) {
      const { record } = await readOne(database, document, currentUser, id());
      const { file_id: fileId, kind } = shown.parse(record.attributes);
      const file = { fileId, kind, workspaceId: currentUser.workspaceId };
      return answerThumbnail(thumbnails, request, file, parameters.width);
    },
  });
}

interface PicturedFile {
  readonly fileId: string;
  /** Of the document. */
  readonly kind: string;
  readonly workspaceId: string;
}

/**
 * Answers a request for the thumbnail of a document, once it is decided that it may have it.
 * @param width pixels of the longer side
 * @throws Refusal 404 `no_thumbnail` where there is none
 */
export async function answerThumbnail(
  thumbnails: Thumbnails,
  request: Request,
  { fileId, kind, workspaceId }: PicturedFile,
  width: number,
): Promise<Answer> {
  if (kind !== "image" && kind !== "pdf") throw noThumbnail();
  const tag = `"${fileId}-${width}"`;
  const headers = {
    "Content-Type": "image/webp",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",
    ETag: tag,
  };
  if (request.headers.get("if-none-match") === tag) {
    return { kind: "raw", response: new Response(null, { status: 304, headers }) };
  }
  const found = await thumbnails.find(fileId, workspaceId);
  if (found === null) throw noThumbnail();
  if (found === "pending") return { kind: "raw", response: pendingAnswer() };
  return { kind: "raw", response: new Response(await shrink(found, width), { headers }) };
}

/** Not to be kept: it is no picture, and soon there will be one. */
function pendingAnswer(): Response {
  return new Response(null, { status: 202, headers: { "Cache-Control": "no-store", "Retry-After": "2" } });
}

/** Another 404 than that of a document which is not there. */
function noThumbnail(): Refusal {
  return new Refusal([{ status: 404, code: "no_thumbnail", detail: "There is no picture of this document." }]);
}

/** Of what we have drawn ourselves. */
async function shrink(drawn: Buffer, width: number): Promise<Uint8Array<ArrayBuffer>> {
  if (width === widestThumbnail) return new Uint8Array(drawn);
  const { default: sharp } = await import("sharp");
  const box = { width, height: width, fit: "inside", withoutEnlargement: true } as const;
  return new Uint8Array(await sharp(drawn).resize(box).webp({ quality: 78 }).toBuffer());
}
