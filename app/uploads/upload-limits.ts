import { formatSize } from "./file-size.ts";

/** How much may be uploaded. */
export interface UploadLimits {
  /** Bytes of one file. */
  readonly file: number;
  /** Bytes of all files together: what there is room for. */
  readonly total: number;
}

/** A file that was not kept, and a sentence that says why. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  /** Of an upload that has arrived and is still there to be tried again. */
  readonly upload?: string;
}

/** Why a file of so many bytes is not taken, or null. */
export function whyRefused(size: number, { file, total }: UploadLimits): string | null {
  if (size === 0) return "This file is empty.";
  if (size > file) return `It is larger than the limit of ${formatSize(file)} per file.`;
  return size > total ? "There isn't enough storage left in this workspace." : null;
}

/** Parts of an upload as pages speak of it: one that was begun and is not yet a document. */
export interface UnfinishedUpload {
  readonly id: string;
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Bytes that are here. */
  readonly arrived: number;
  /** When the file was last changed on its owner's machine, in ms since 1970; tells it from others of the same name. */
  readonly modified: number;
}
