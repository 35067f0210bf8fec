import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { readOne } from "../engine/reading.ts";
import { notFound, Refusal } from "../engine/refusal.ts";
import { isRecord } from "../engine/table-routes.ts";
import { file } from "../files/file.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { document } from "./document.ts";

/** A 100-megapixel camera's. More is a decompression bomb. */
const mostPixels = 100_000_000;
/** Bytes of a picture that is read for its thumbnail. */
const largestPicture = 32 * 1024 * 1024;
const widest = 1024;

const width = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "A width is a number of pixels.")
  .transform(Number)
  .pipe(z.number().max(widest, `A width is at most ${widest} pixels.`))
  .default(400);
const shown = z.object({ file_id: z.string(), kind: z.string(), size: z.int() });

/** GET of a small picture of a document. 404 where there is none to be had: the page then shows its kind. */
export function thumbnailRoute(store: ObjectStore): Route {
  return action({
    method: "GET",
    path: "/documents/:id/thumbnail",
    summary: "A document as a small picture, WebP; 404 where it is no picture",
    access: "workspace",
    parameters: z.object({ width }),
    answers: { status: 200, of: null },
    async run({ database, asker, id, parameters, request }) {
      const { record } = await readOne(database, document, asker, isRecord(document, id()));
      const { file_id: fileId, kind, size } = shown.parse(record.attributes);
      if (kind !== "image" || size > largestPicture) throw noThumbnail();
      const tag = `"${fileId}-${parameters.width}"`;
      const headers = {
        "Content-Type": "image/webp",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-cache",
        ETag: tag,
      };
      if (request.headers.get("if-none-match") === tag) {
        return { kind: "raw", response: new Response(null, { status: 304, headers }) };
      }
      const { record: stored } = await readOne(database, file, asker, isRecord(file, fileId));
      const picture = await draw(await readWhole(store, String(stored.attributes.storage_key)), parameters.width);
      if (picture === null) throw noThumbnail();
      return { kind: "raw", response: new Response(picture, { headers }) };
    },
  });
}

/** Another 404 than that of a document which is not there. */
function noThumbnail(): Refusal {
  return new Refusal([{ status: 404, code: "no_thumbnail", detail: "There is no picture of this document." }]);
}

async function readWhole(store: ObjectStore, key: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await new Response(await store.read(key)).arrayBuffer());
  } catch (error) {
    throw error instanceof ObjectMissing ? notFound() : error;
  }
}

/** Null when the bytes are no picture that can be read, whatever they begin with. */
async function draw(bytes: Uint8Array, width: number): Promise<Uint8Array<ArrayBuffer> | null> {
  // Loaded with the first picture: a process that draws none is 8 MB smaller.
  const { default: sharp } = await import("sharp");
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", animated: false }).rotate();
    const box = { width, height: width, fit: "inside", withoutEnlargement: true } as const;
    return new Uint8Array(await picture.resize(box).webp({ quality: 76 }).toBuffer());
  } catch {
    return null;
  }
}
