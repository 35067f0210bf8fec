/** Reads the multipart form of a post: its fields into memory, within narrow limits, its file as a stream. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { type Fields, PostRefused } from "./post-policy.ts";

/** A post has some fifteen fields, the policy being the longest; S3 takes 20 kB before the file. */
const limits = { fields: 100, parts: 200, files: 1, fieldSize: 20_480, headerPairs: 32, headerSize: 16_384 };
const maxFieldBytes = 65_536;
const longestName = 200;

/** Bytes that are stored but not yet there under their key. */
export interface Staged {
  discard(): Promise<void>;
}

/**
 * Reads the form to its end.
 * @param receive is called once, when the fields before the file are read; has to read the file, or to reject
 * @returns what `receive` gave; it was discarded when the form turned out to be broken after the file
 * @throws PostRefused MalformedPOSTRequest, or whatever `receive` threw
 */
export async function readUploadForm<Result extends Staged>(
  request: Request,
  receive: (fields: Fields, file: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const form = openForm(request.headers.get("content-type") ?? "");
  if (request.body === null) throw malformed("The post is empty.");
  const reading = collect(form, receive);
  try {
    await pipeline(Readable.from(request.body), form, { signal: reading.signal });
  } catch {
    await reading.giveUp();
    throw reading.signal.aborted ? reading.signal.reason : malformed("The form is not complete.");
  }
  if (reading.received === null) throw malformed("The form needs a file.");
  return reading.received;
}

function openForm(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw malformed("The post has to be multipart/form-data.");
  const isPartAFile = (name: string | undefined) => name?.toLowerCase() === "file";
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits, isPartAFile });
  } catch {
    throw malformed("The form has no boundary.");
  }
}

interface Reading<Result> {
  received: Promise<Result> | null;
  /** Aborted with the reason when the form is refused before its end. */
  readonly signal: AbortSignal;
  /** Ends the file's stream and discards what was stored of it. */
  giveUp(): Promise<void>;
}

function collect<Result extends Staged>(
  form: BusboyInstance,
  receive: (fields: Fields, file: AsyncIterable<Uint8Array>) => Promise<Result>,
): Reading<Result> {
  const stop = new AbortController();
  const refuse = (reason: unknown) => stop.abort(reason);
  const fields = new Map<string, string>();
  let bytes = 0;
  let content: Readable | null = null;
  const reading: Reading<Result> = {
    received: null,
    signal: stop.signal,
    async giveUp() {
      content?.destroy();
      await reading.received?.then(
        (staged) => staged.discard(),
        () => {},
      );
    },
  };
  form.on("field", (name: string | undefined, value, _, isCut) => {
    if (reading.received !== null) return;
    const field = name?.toLowerCase() ?? "";
    bytes += field.length + value.length;
    if (isCut || field.length > longestName || bytes > maxFieldBytes) refuse(malformed("The fields are too long."));
    else if (fields.has(field)) refuse(malformed("A field is given twice."));
    else fields.set(field, value);
  });
  form.on("file", (_, file) => {
    content = file;
    // The iteration reports errors to the reader; without a listener a late error would end the process.
    file.on("error", () => {});
    reading.received = receive(fields, piecesOf(file));
    reading.received.catch(refuse);
  });
  for (const limit of ["fieldsLimit", "partsLimit"] as const) {
    form.on(limit, () => {
      if (reading.received === null) refuse(malformed("The form has too many fields."));
    });
  }
  form.on("error", () => {});
  return reading;
}

/** Reading fails where the form does: then that is the reason, not the reader. */
async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw malformed("The form is not complete.");
  }
}

function malformed(message: string): PostRefused {
  return new PostRefused("MalformedPOSTRequest", message);
}
