/** Which files clients may send: what their bytes say counts, and their names have to say the same. */

import { Refusal } from "../engine/refusal.ts";
import type { ContentType } from "../files/content-type.ts";

type Family = "picture" | "pdf" | "office" | "text";

const families: Readonly<Record<Family, readonly string[]>> = {
  picture: ["jpg", "jpeg", "jfif", "png", "gif", "webp", "avif", "heic", "heif", "tif", "tiff", "bmp"],
  pdf: ["pdf"],
  office: ["doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf"],
  text: ["txt", "csv", "md", "tsv", "ics", "vcf"],
};

/** Microsoft's before 2007, Office Open XML, OpenDocument, Rich Text: those without macros. */
const office =
  /^application\/(x-cfb|rtf|vnd\.openxmlformats-officedocument\.[\w.]+\.(document|sheet|presentation)|vnd\.oasis\.opendocument\.(text|spreadsheet|presentation))$/;

/** The family that the bytes belong to; null for any other. */
function familyOf({ mime, kind }: ContentType): Family | null {
  if (kind === "pdf") return "pdf";
  if (kind === "image") return "picture";
  if (office.test(mime)) return "office";
  // What looks like markup is text to whoever reads it: it is never shown as a page.
  return mime.startsWith("text/") ? "text" : null;
}

/** @throws Refusal 400 `file_type` for other kinds of files, `file_content` for what is not as its name says */
export function checkSentFile(name: string, type: ContentType): void {
  const [, ending = ""] = /\.([^.]*)$/.exec(name.toLowerCase()) ?? [];
  const [named] = Object.entries(families).find(([, endings]) => endings.includes(ending)) ?? [];
  const family = familyOf(type);
  if (family !== null && family === named) return;
  // A file without an ending says nothing that could be wrong; a text is whatever nobody recognizes.
  if (family !== null && family !== "text" && ending === "") return;
  if (named === undefined) throw refusal("file_type", "Clients can send pictures, PDFs, Office documents and texts.");
  throw refusal("file_content", "This file is not what its name says, or it is damaged.");
}

function refusal(code: string, detail: string): Refusal {
  return new Refusal([{ status: 400, code, detail, source: { pointer: "/data/attributes/name" } }]);
}
