import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { data } from "react-router";
import { nameSent, noteFile, piecesOf } from "../session/posted-form.server.ts";
import { cleanName } from "./file-name.ts";
import { DiskFailure, openSpoolFolder, type SpooledFile, type SpoolFolder } from "./spool.server.ts";
import { noRoom, type RefusedFile, refusalOfSize, type UploadLimits } from "./upload-limits.ts";

/** A form as it was sent, its files in the spool. */
export interface UploadForm {
  /** With the names of its files. */
  readonly fields: FormData;
  /** In the order of the form. */
  readonly files: readonly SpooledFile[];
  readonly refused: readonly RefusedFile[];
  readonly faults: readonly DiskFailure[];
  /** Removes the files; always called in the end. */
  discard(): Promise<void>;
}

/** More parts than any of our forms has, and few enough to read quickly. */
const limits = { fields: 100, fieldSize: 65_536, files: 50, parts: 200, headerPairs: 32, headerSize: 32_768 };

/**
 * Reads a form with files, however long it takes: each file is streamed to the spool; files over the limits are skipped, and so are
 * those that the disk does not take. A form that ends early leaves nothing behind.
 * @param folder the spool
 * @throws 400 for an incomplete form, or one with too many files or parts
 */
export async function readUploadForm(request: Request, folder: string, allowed: UploadLimits): Promise<UploadForm> {
  const form = openForm(request.headers.get("content-type") ?? "");
  const spool = openSpoolFolder(folder);
  const reading = new FormReader(form, spool, allowed);
  try {
    if (request.body !== null) await pipeline(piecesOf(request.body), form, { signal: reading.signal });
    return await reading.result();
  } catch {
    await reading.giveUp();
    throw reading.refusal ?? notWhole();
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

class FormReader {
  refusal: ReturnType<typeof refuse> | null = null;
  readonly #faults: DiskFailure[] = [];
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
    form.on("file", (_field, stream, name: string | undefined, _encoding, mime) => {
      noteFile(this.#fields, name);
      this.#take(stream, nameSent(name ?? ""), mime);
    });
    form.on("filesLimit", () => this.#end(`You can upload up to ${limits.files} files at once. Nothing was saved.`));
    form.on("partsLimit", () => this.#end("This form has too many parts. Nothing was saved."));
    form.on("fieldsLimit", () => this.#end("This form has too many fields. Nothing was saved."));
    // The pipeline reports it too; an error after the end without a listener would end the process.
    form.on("error", () => {});
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The form, once it was read completely. */
  async result(): Promise<UploadForm> {
    const outcomes = (await Promise.all(this.#spooling)).filter((outcome) => outcome !== null);
    return {
      fields: this.#fields,
      files: outcomes.filter((outcome) => "path" in outcome),
      refused: outcomes.filter((outcome) => "reason" in outcome),
      faults: this.#faults,
      discard: () => this.#spool.remove(),
    };
  }

  /** Aborts the reading and removes the files. */
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
    spooling.catch(() => this.#stop.abort());
    this.#spooling.push(spooling);
  }

  async #keep(stream: Readable, given: string, mime: string): Promise<SpooledFile | RefusedFile | null> {
    // One after the other, so that the storage left is known.
    await this.#spooling.at(-1);
    const name = cleanName(given);
    const { file: mostOfFile } = this.#allowed;
    const most = Math.min(mostOfFile, this.#room);
    const kept = await this.#spool.keep(stream, { name, mime, most, signal: this.signal }).catch((error: unknown) => {
      if (!(error instanceof DiskFailure)) throw error;
      this.#faults.push(error);
      return null;
    });
    if (kept === null) {
      // The rest of the form is read all the same: it may be shown again.
      stream.resume();
      return { name, reason: noRoom, isTemporary: true };
    }
    // A file field in which nothing was chosen.
    if (given === "" && kept.size === 0) return null;
    const refused = refusalOfSize(kept.size, { file: mostOfFile, total: this.#room });
    if (refused !== null) return { name, ...refused };
    this.#room -= kept.size;
    return kept;
  }
}
