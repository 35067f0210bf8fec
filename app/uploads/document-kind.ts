import type { Document } from "../documents/document.ts";

/** What type a file is, and what follows from it. Not in document.ts: lists do not load its schemas. */

const kinds: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/msword": "Word",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "application/vnd.ms-excel": "Excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
  "application/zip": "ZIP",
  "text/csv": "CSV",
  "text/html": "Web page",
  "image/svg+xml": "SVG",
  "image/jpeg": "JPEG",
};

/** The type of a file in one word. */
export function kindOf({ mime, kind }: Pick<Document, "mime" | "kind">): string {
  const known = kinds[mime];
  if (known !== undefined) return known;
  if (mime.startsWith("video/")) return "Video";
  if (mime.startsWith("audio/")) return "Audio";
  if (kind === "image") return mime.slice("image/".length).toUpperCase();
  return kind === "text" ? "Text" : "File";
}

/** Pictures that browsers cannot show: formats of some phones and of scanners. */
const undrawn = new Set(["image/heic", "image/heif", "image/tiff", "image/bmp"]);

/** Whether it is shown in the browser; every other type is only ever downloaded. */
export function isShown({ mime }: Pick<Document, "mime">): boolean {
  return shownTypes.has(mime);
}

export const shownTypes: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "text/plain",
]);

/** Whether its text can be read, as far as its type tells. */
export function hasText({ kind }: Pick<Document, "kind">): boolean {
  return kind === "pdf" || kind === "text";
}

/** Whether there can be a thumbnail of it. */
export function hasThumbnail({ mime, kind }: Pick<Document, "mime" | "kind">): boolean {
  return (kind === "image" && !undrawn.has(mime)) || kind === "pdf";
}

/** Why a picture cannot be previewed, or not all of it; null where there is nothing to say. */
export function previewNote({ mime, isCutOff }: Pick<Document, "mime" | "isCutOff">): string | null {
  if (isCutOff === true)
    return "The last part of this picture is missing. If you have the whole picture, replace this one with it.";
  if (mime === "image/heic" || mime === "image/heif")
    return "Browsers can't show HEIC pictures. Download it to open it, or replace it with a JPEG.";
  return undrawn.has(mime) ? "Browsers can't show this type of picture. Download it to open it." : null;
}
