import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { data } from "react-router";
import { cleanName } from "./file-name.ts";
import { openSpoolFolder, type SpooledFile, type SpoolFolder } from "./spool.server.ts";
import { type RefusedFile, type UploadLimits, whyRefused } from "./upload-limits.ts";

/** A form as it came, its files in the spool. */
export interface UploadForm {
  readonly fields: FormData;
  /** In the order of the form. */
  readonly files: readonly SpooledFile[];
  readonly refused: readonly RefusedFile[];
  /** Removes the files; to be called in the end, whatever became of them. */
  discard(): Promise<void>;
}

/** Parts of a form: more than any of ours has, and few enough that reading them costs nothing. */
const limits = { fields: 100, fieldSize: 65_536, files: 50, parts: 200, headerPairs: 32, headerSize: 32_768 };

/**
 * Reads a form with files, however long it takes: each file goes to the spool piece by piece, and what is too large or too
 * much is read past without being kept. A form that ends early leaves nothing behind.
 * @param folder the spool
 * @throws 400 for what is no whole form, or has more files or parts than any form of ours; what the disk says when it fails
 */
export async function readUploadForm(request: Request, folder: string, allowed: UploadLimits): Promise<UploadForm> {
  const form = openForm(request.headers.get("content-type") ?? "");
  const spool = await openSpoolFolder(folder);
  const reading = new Reading(form, spool, allowed);
  try {
    if (request.body !== null) await pipeline(Readable.from(request.body), form, { signal: reading.signal });
    return await reading.result();
  } catch {
    await reading.giveUp();
    throw reading.refusal ?? reading.fault ?? notWhole();
  }
}

function openForm(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw refuse("This form was sent without files.");
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw notWhole();
  }
}

function notWhole() {
  return refuse("The form didn't arrive completely, so nothing was saved. Go back and send it again.");
}

function refuse(sentence: string) {
  return data(sentence, { status: 400 });
}

/** A file's name without the marks that browsers put in the place of quotes and line ends (HTML, multipart form data). */
function nameSent(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

/** One form on its way into the spool. */
class Reading {
  /** The sentence that ends the reading early. */
  refusal: ReturnType<typeof refuse> | null = null;
  /** What ended it on our side, a full disk say: no fault of whoever sent the form. */
  fault: Error | null = null;
  readonly #stop = new AbortController();
  readonly #fields = new FormData();
  readonly #spooling: Promise<SpooledFile | RefusedFile | null>[] = [];
  readonly #spool: SpoolFolder;
  readonly #allowed: UploadLimits;
  #room: number;

  constructor(form: BusboyInstance, spool: SpoolFolder, allowed: UploadLimits) {
    this.#spool = spool;
    this.#allowed = allowed;
    this.#room = allowed.total;
    form.on("field", (name: string | undefined, value) => {
      if (name !== undefined && name !== "") this.#fields.append(name, value);
    });
    form.on("file", (_field, stream, name: string | undefined, _encoding, mime) =>
      this.#take(stream, nameSent(name ?? ""), mime),
    );
    form.on("filesLimit", () => this.#end(`You can upload up to ${limits.files} files at once. Nothing was saved.`));
    form.on("partsLimit", () => this.#end("This form has too many parts. Nothing was saved."));
    form.on("fieldsLimit", () => this.#end("This form has too many fields. Nothing was saved."));
    // Told by the pipeline too; without a listener of its own an error after the end would end the process.
    form.on("error", () => {});
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** What came, once all of it has. */
  async result(): Promise<UploadForm> {
    const outcomes = (await Promise.all(this.#spooling)).filter((outcome) => outcome !== null);
    return {
      fields: this.#fields,
      files: outcomes.filter((outcome) => "path" in outcome),
      refused: outcomes.filter((outcome) => "reason" in outcome),
      discard: () => this.#spool.remove(),
    };
  }

  /** Ends what is under way and removes what was kept. */
  async giveUp(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#spooling);
    await this.#spool.remove();
  }

  #end(sentence: string): void {
    this.refusal ??= refuse(sentence);
    this.#stop.abort();
  }

  #take(stream: Readable, given: string, mime: string): void {
    stream.on("error", () => {});
    const spooling = this.#keep(stream, given, mime);
    spooling.catch((error: unknown) => {
      // Only the system names a call; whoever went away in the middle leaves other errors behind.
      if (error instanceof Error && "syscall" in error) this.fault ??= error;
      this.#stop.abort();
    });
    this.#spooling.push(spooling);
  }

  async #keep(stream: Readable, given: string, mime: string): Promise<SpooledFile | RefusedFile | null> {
    // One after the other, so that what is left of the room is known.
    await this.#spooling.at(-1);
    const name = cleanName(given);
    const { file: mostOfFile } = this.#allowed;
    const most = Math.min(mostOfFile, this.#room);
    const kept = await this.#spool.keep(stream, { name, mime, most, signal: this.signal });
    // A file field in which nothing was chosen.
    if (given === "" && kept.size === 0) return null;
    const reason = whyRefused(kept.size, { file: mostOfFile, total: this.#room });
    if (reason !== null) return { name, reason };
    this.#room -= kept.size;
    return kept;
  }
}
