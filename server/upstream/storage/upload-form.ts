/** Reads a multipart form: fields into memory, within limits, its file as a stream. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { type Fields, PostRefused } from "./post-policy.ts";

/** S3 takes 20 kB before the file. */
const limits = { fields: 100, parts: 200, files: 1, fieldSize: 20_480, headerPairs: 32, headerSize: 16_384 };
const maxFieldBytes = 65_536;
const longestName = 200;

/** Stored, but not yet under their key. */
export interface Staged {
  discard(): Promise<void>;
}

/**
 * @param receive is called once, before the file; it reads the file or rejects @returns what `receive` gave, discarded when the form is
 * broken after the file @throws PostRefused MalformedPOSTRequest, or what `receive` threw
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
  /** Aborted when the form is refused. */
  readonly signal: AbortSignal;
  /** Discards what was stored. */
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
    // A late error without a listener would end the process.
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

/** A broken form is the reason, not its reader. */
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
