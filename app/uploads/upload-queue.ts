import { cleanName } from "./file-name.ts";
import { type RefusedFile, type UnfinishedUpload, type UploadLimits, whyRefused } from "./upload-limits.ts";

/**
 * chosen: waits for its form to be sent. processing: being sent. completed: uploaded. failed: not uploaded or not stored.
 * invalid: not tried.
 */
type UploadStatus = "chosen" | "processing" | "completed" | "failed" | "invalid";

export interface FileUpload {
  /** Unique on the page. */
  readonly key: number;
  readonly file: File;
  readonly status: UploadStatus;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Whether it waits for a connection to continue. */
  readonly isWaiting: boolean;
  readonly reason: string | null;
  /** Its id on the server, once it was created there. */
  readonly id: string | null;
}

interface Sending {
  /** The id of an unfinished upload to resume; null for a new one. */
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

export type CancelUpload = (id: string) => void;

/** The files of one form, sent one after the other; one that fails does not stop the others. */
export class UploadQueue {
  readonly #limits: UploadLimits;
  readonly #unfinished: readonly UnfinishedUpload[];
  readonly #send: SendFile;
  readonly #cancelUpload: CancelUpload;
  readonly #listeners = new Set<() => void>();
  readonly #stops = new Map<number, AbortController>();
  #uploads: readonly FileUpload[] = [];
  #keys = 0;

  /** @param unfinished uploads that can be resumed, as of a page that was closed */
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

  /** The same array until something changes, as `useSyncExternalStore` needs it. */
  readonly uploads = (): readonly FileUpload[] => this.#uploads;

  /**
   * Newly chosen files replace those chosen before. Failed ones that can be resumed stay, unless one file is sent alone; chosen
   * again, they are resumed.
   */
  choose(files: readonly File[], manner: "beside" | "alone" = "beside"): void {
    const begun = this.#uploads.filter(({ id }) => id !== null);
    const others = begun.filter((upload) => !files.some((file) => isSame(upload.file, file)));
    const kept = manner === "alone" ? [] : others.filter(({ status }) => status === "failed");
    if (manner === "alone") for (const { id } of others) if (id !== null) this.#cancelUpload(id);
    let room = this.#limits.total - kept.reduce((sum, { file }) => sum + file.size, 0);
    const chosen = files.map((file): FileUpload => {
      const reason = whyRefused(file.size, { ...this.#limits, total: room });
      if (reason === null) room -= file.size;
      const status = reason === null ? "chosen" : "invalid";
      const again = begun.find((upload) => isSame(upload.file, file));
      return { ...fresh, key: this.#keys++, file, status, reason, id: again?.id ?? this.#begunBefore(file) };
    });
    this.#change([...kept, ...chosen]);
  }

  #begunBefore({ name, size, lastModified }: File): string | null {
    const known = this.#unfinished.find(
      (upload) => upload.name === cleanName(name) && upload.size === size && upload.modified === lastModified,
    );
    return known?.id ?? null;
  }

  /** Removes a file, also while it is being sent. */
  drop(key: number): void {
    const upload = this.#uploads.find((one) => one.key === key);
    this.#stops.get(key)?.abort();
    this.#change(this.#uploads.filter((one) => one.key !== key));
    if (upload !== undefined && upload.id !== null) this.#cancelUpload(upload.id);
  }

  /** Sends all files that are not uploaded yet. @returns ids of those that are, and the others with their reasons */
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
    // Removed while others were being sent.
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

  /** Takes in the form's answer: stored files leave the queue, the others can be tried again. @returns whether it had sent any */
  settle(refused: readonly RefusedFile[]): boolean {
    if (!this.#uploads.some(({ status }) => status === "completed")) return false;
    const left = this.#uploads.flatMap((upload): FileUpload[] => {
      if (upload.status === "failed" || upload.status === "chosen") return [upload];
      const found = refused.find(({ upload: id }) => id !== undefined && id === upload.id);
      return found === undefined ? [] : [{ ...upload, status: "failed", reason: found.reason }];
    });
    this.#change(left);
    return true;
  }

  #set(key: number, change: Partial<FileUpload>): void {
    this.#change(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  #change(uploads: readonly FileUpload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether it is the same file of somebody's device, as far as a page can tell. */
function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

const fresh = { sent: 0, isWaiting: false, reason: null, id: null } as const;

/** Bytes of all valid files, and those of them sent so far. */
export function progressOf(uploads: readonly FileUpload[]): { readonly sent: number; readonly size: number } {
  const going = uploads.filter(({ status }) => status !== "invalid");
  const sum = (of: (upload: FileUpload) => number) => going.reduce((total, upload) => total + of(upload), 0);
  return { sent: sum(({ sent }) => sent), size: sum(({ file }) => file.size) };
}
