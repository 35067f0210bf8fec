import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { isUuid } from "../json-api/record.ts";
import { isSecret } from "../ui/secret-fields.ts";
import { filesField, hiddenFields } from "./hidden-fields.ts";
import type { FormLimits } from "./longest-form.ts";

/**
 * Reads a posted form. Bytes and fields are counted while it is read, and the reading ends with the first that is too many. Files
 * are left out but for their names: only uploads take them, and read their forms in their own way.
 * @returns null for one that is larger than the limits
 * @throws what the reading throws: for what is no form, or did not arrive whole
 */
export async function readPosted(request: Request, limits: FormLimits): Promise<FormData | null> {
  const type = request.headers.get("Content-Type") ?? "";
  const isInParts = /^multipart\/form-data\b/i.test(type);
  const most = limits.bytes + (isInParts ? limits.fileBytes : 0);
  if (Number(request.headers.get("Content-Length") ?? 0) > most) return null;
  if (isInParts) return readParts(request, type, limits);
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readFields(request, limits);
  throw new TypeError("The body is no form.");
}

/** A file's name without the escapes that browsers use for quotes and line ends (HTML, multipart form data). */
export function nameSent(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

/** Notes the name of a file that was chosen in a form. @param name "" where none was */
export function noteFile(form: FormData, name = ""): void {
  if (name !== "") form.append(filesField, nameSent(name).slice(0, 200));
}

/** Characters of names and values together that are kept of a form that was not taken; more than a person types into any of ours. */
export const mostKept = 256 * 1024;

/** The form of a request that was not taken; null where it is none, was cut off, or is too large. */
export async function readUntaken(requestSession: {
  readonly form: FormData | null;
  readonly formLimits: FormLimits;
  readonly request: Request;
}): Promise<FormData | null> {
  const { form, formLimits, request } = requestSession;
  if (form !== null || request.bodyUsed) return form;
  return readPosted(request, formLimits).catch(() => null);
}

/** The bytes of a body. Who stops reading does not cancel it: the connection would be closed, and the answer lost on the way. */
export function piecesOf(body: ReadableStream<Uint8Array> | null): Readable {
  return Readable.from(body?.values({ preventCancel: true }) ?? []);
}

const plus = "+".charCodeAt(0);
const space = " ".charCodeAt(0);

async function readFields({ body }: Request, { bytes, fields: most }: FormLimits): Promise<FormData | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of piecesOf(body)) {
    size += piece.length;
    if (size > bytes) return null;
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  // URLSearchParams takes half a second for 4 MB of "+", and leaves a space as it is.
  for (let at = 0; at < whole.length; at += 1) if (whole[at] === plus) whole[at] = space;
  const text = whole.toString();
  if (text.split("&", most + 1).length > most) return null;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

async function readParts(
  { body }: Request,
  type: string,
  { bytes, fileBytes, fields: most }: FormLimits,
): Promise<FormData | null> {
  const limits = { fields: most, files: most, parts: most, fieldSize: bytes, headerPairs: 32, headerSize: 8_192 };
  const parser = new Busboy({ headers: { "content-type": type }, limits });
  const form = new FormData();
  const tooMuch = new AbortController();
  parser.on("field", (name: string | undefined, value) => form.append(name ?? "", value));
  const sizes = { all: 0, files: 0 };
  parser.on("file", (_name, stream, file: string | undefined) => {
    noteFile(form, file);
    stream
      .on("error", () => {})
      .on("data", (piece: Uint8Array) => {
        sizes.files += piece.length;
      });
  });
  for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const) parser.on(limit, () => tooMuch.abort());
  // The pipeline reports it, too; an error after its end without a listener would end the process.
  parser.on("error", () => {});
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      sizes.all += piece.length;
      if (sizes.all - Math.min(sizes.files, fileBytes) > bytes) tooMuch.abort();
      yield piece;
    }
  }
  try {
    await pipeline(piecesOf(body), counted, parser, { signal: tooMuch.signal });
    return form;
  } catch (error) {
    if (tooMuch.signal.aborted) return null;
    throw error;
  }
}

type Fields = readonly (readonly [name: string, value: string])[];

/** What people can make something of in a form, to be shown and copied: no secrets, and no ids. */
export function textsOf(fields: Fields): string {
  const texts = fields.filter(
    ([name, value]) => !hiddenFields.includes(name) && value !== "" && !isSecret(name) && !isUuid(value),
  );
  return texts.map(([, value]) => value).join("\n\n");
}

/** The names of the files that were chosen in a form. */
export function filesOf(fields: Fields): string[] {
  return fields.filter(([name]) => name === filesField).map(([, value]) => value);
}
