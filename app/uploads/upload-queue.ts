import { cleanName } from "./file-name.ts";
import { type RefusedFile, type UnfinishedUpload, type UploadLimits, whyRefused } from "./upload-limits.ts";

/**
 * chosen: waits for its form to be sent. processing: on its way. completed: all of it is there. failed: it did not arrive, or
 * could not be stored. invalid: it will not be tried.
 */
export type UploadStatus = "chosen" | "processing" | "completed" | "failed" | "invalid";

/** A file that somebody has chosen, and what has become of it so far. */
export interface FileUpload {
  /** Tells it from all others of the page. */
  readonly key: number;
  readonly file: File;
  readonly status: UploadStatus;
  /** Bytes that have gone out. */
  readonly sent: number;
  /** The connection is gone; it goes on when there is one again. */
  readonly isWaiting: boolean;
  /** Why it failed or is invalid. */
  readonly reason: string | null;
  /** Its id on the server, once it was begun there. */
  readonly id: string | null;
}

/** What a sender is told, and tells. */
export interface Sending {
  /** Of an upload that was begun before; it goes on from where that ended. */
  readonly id: string | null;
  readonly signal: AbortSignal;
  readonly onBegun: (id: string) => void;
  readonly onProgress: (sent: number) => void;
  readonly onWaiting: () => void;
}

/** Sends a file and gives the id of its upload. @throws SendingFailed with a sentence fit to show */
export type SendFile = (file: File, sending: Sending) => Promise<string>;

export class SendingFailed extends Error {
  override readonly name = "SendingFailed";
}

/** Takes an upload back that was begun. */
export type CancelUpload = (id: string) => void;

/** The files of one form: they go out one after the other, and what fails keeps none of the others from it. */
export class UploadQueue {
  readonly #limits: UploadLimits;
  readonly #unfinished: readonly UnfinishedUpload[];
  readonly #send: SendFile;
  readonly #cancelUpload: CancelUpload;
  readonly #listeners = new Set<() => void>();
  readonly #stops = new Map<number, AbortController>();
  #uploads: readonly FileUpload[] = [];
  #keys = 0;

  /** @param unfinished what is known to have been begun, as by a page that was closed meanwhile */
  constructor(
    limits: UploadLimits,
    unfinished: readonly UnfinishedUpload[],
    send: SendFile,
    cancelUpload: CancelUpload,
  ) {
    this.#limits = limits;
    this.#unfinished = unfinished;
    this.#send = send;
    this.#cancelUpload = cancelUpload;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same list until something changes. */
  readonly uploads = (): readonly FileUpload[] => this.#uploads;

  /** Files that were chosen anew take the place of those chosen before; what can be tried again stays. */
  choose(files: Iterable<File>): void {
    const kept = this.#uploads.filter(({ status, id }) => status === "failed" && id !== null);
    let room = this.#limits.total - kept.reduce((sum, { file }) => sum + file.size, 0);
    const chosen = Array.from(files, (file): FileUpload => {
      const reason = whyRefused(file.size, { ...this.#limits, total: room });
      if (reason === null) room -= file.size;
      const status = reason === null ? "chosen" : "invalid";
      return { ...fresh, key: this.#keys++, file, status, reason, id: this.#begunBefore(file) };
    });
    this.#change([...kept, ...chosen]);
  }

  #begunBefore({ name, size, lastModified }: File): string | null {
    const known = this.#unfinished.find(
      (upload) => upload.name === cleanName(name) && upload.size === size && upload.modified === lastModified,
    );
    return known?.id ?? null;
  }

  /** Leaves a file out, wherever it is on its way. */
  drop(key: number): void {
    const upload = this.#uploads.find((one) => one.key === key);
    this.#stops.get(key)?.abort();
    this.#change(this.#uploads.filter((one) => one.key !== key));
    if (upload !== undefined && upload.id !== null) this.#cancelUpload(upload.id);
  }

  /** Sends whatever has not arrived yet. @returns ids of what is there, and what is not */
  async send(): Promise<{ readonly arrived: readonly string[]; readonly missing: readonly RefusedFile[] }> {
    const waiting = this.#uploads.filter(({ status }) => status === "chosen" || status === "failed");
    for (const { key } of waiting) this.#set(key, { status: "processing", reason: null, isWaiting: false });
    for (const { key } of waiting) await this.#sendOne(key);
    const arrived = this.#uploads.flatMap(({ status, id }) => (status === "completed" && id !== null ? [id] : []));
    const missing = this.#uploads.flatMap(({ status, file, reason }) =>
      status === "completed" ? [] : [{ name: file.name, reason: reason ?? "It wasn't uploaded." }],
    );
    return { arrived, missing };
  }

  async #sendOne(key: number): Promise<void> {
    const upload = this.#uploads.find((one) => one.key === key);
    // Dropped while others were on their way.
    if (upload === undefined) return;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    try {
      const id = await this.#send(upload.file, {
        id: upload.id,
        signal: stop.signal,
        onBegun: (id) => this.#set(key, { id }),
        onProgress: (sent) => this.#set(key, { sent, isWaiting: false }),
        onWaiting: () => this.#set(key, { isWaiting: true }),
      });
      this.#set(key, { status: "completed", sent: upload.file.size, isWaiting: false, id });
    } catch (error) {
      const reason = error instanceof SendingFailed ? error.message : "It couldn't be read or sent.";
      this.#set(key, { status: "failed", isWaiting: false, reason });
    } finally {
      this.#stops.delete(key);
    }
  }

  /** Says what the form's answer was: what is stored is done with, and the rest can be tried again. */
  settle(refused: readonly RefusedFile[]): void {
    const left = this.#uploads.flatMap((upload): FileUpload[] => {
      if (upload.status === "failed") return [upload];
      const found = refused.find(({ upload: id }) => id !== undefined && id === upload.id);
      return found === undefined ? [] : [{ ...upload, status: "failed", reason: found.reason }];
    });
    this.#change(left);
  }

  #set(key: number, change: Partial<FileUpload>): void {
    this.#change(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  #change(uploads: readonly FileUpload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

const fresh = { sent: 0, isWaiting: false, reason: null, id: null } as const;

/** Bytes of all files that are to go, and of those the ones that have. */
export function progressOf(uploads: readonly FileUpload[]): { readonly sent: number; readonly size: number } {
  const going = uploads.filter(({ status }) => status !== "invalid");
  const sum = (of: (upload: FileUpload) => number) => going.reduce((total, upload) => total + of(upload), 0);
  return { sent: sum(({ sent }) => sent), size: sum(({ file }) => file.size) };
}
