import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { longestForm, longestVisitorForm } from "./longest-form.ts";

/** How large a posted form may be. */
export interface FormLimits {
  readonly bytes: number;
  /** Fields, or parts. Those who read forms are slow at many: a few hundred thousand would keep the process for minutes. */
  readonly fields: number;
}

/** Of someone who is signed in. No form of ours has more fields. */
export const memberForm: FormLimits = { bytes: longestForm, fields: 1_000 };

/** Of anybody else, who pays nothing for sending it: many times what signing in and registering need. */
export const visitorForm: FormLimits = { bytes: longestVisitorForm, fields: 100 };

/**
 * Reads a posted form. Bytes and fields are counted while it is read, and the reading ends with the first that is too many. Files
 * are left out: only uploads take them, and read their forms in their own way.
 * @returns null for one that is larger than the limits
 * @throws what the reading throws: for what is no form, or did not arrive whole
 */
export async function readPosted(request: Request, limits: FormLimits): Promise<FormData | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limits.bytes) return null;
  const type = request.headers.get("Content-Type") ?? "";
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readFields(request, limits);
  if (/^multipart\/form-data\b/i.test(type)) return readParts(request, type, limits);
  throw new TypeError("The body is no form.");
}

/** Characters of names and values together that are kept of a form that was not taken; more than a person types into any of ours. */
export const mostKept = 256 * 1024;

/** The form of a request that was not taken; null where it is none, was cut off, or is too large, as one with files is. */
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
  for (let at = whole.indexOf(plus); at !== -1; at = whole.indexOf(plus, at + 1)) whole[at] = space;
  const text = whole.toString();
  if (text.split("&", most + 1).length > most) return null;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

async function readParts(
  { body }: Request,
  type: string,
  { bytes, fields: most }: FormLimits,
): Promise<FormData | null> {
  const limits = { fields: most, files: most, parts: most, fieldSize: bytes, headerPairs: 32, headerSize: 8_192 };
  const parser = new Busboy({ headers: { "content-type": type }, limits });
  const form = new FormData();
  const tooMuch = new AbortController();
  parser.on("field", (name: string | undefined, value) => form.append(name ?? "", value));
  parser.on("file", (_name, stream) => void stream.on("error", () => {}).resume());
  for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const) parser.on(limit, () => tooMuch.abort());
  // The pipeline reports it, too; an error after its end without a listener would end the process.
  parser.on("error", () => {});
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > bytes) tooMuch.abort();
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
