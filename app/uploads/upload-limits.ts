import { formatSize } from "./file-size.ts";

/** How much may be uploaded, in bytes. */
export interface UploadLimits {
  /** Of one file. */
  readonly file: number;
  /** Of all files together. */
  readonly total: number;
}

/** A file that was not uploaded, and a sentence that says why. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  /** The id of a resumable upload that can be tried again. */
  readonly upload?: string;
  /** The reason is ours and may pass: the same file may be taken the next time. */
  readonly isTemporary?: true;
  /** It may have been saved all the same. */
  readonly isDoubtful?: true;
}

/** The status of the page that says that these were not uploaded. */
export function statusOf(failed: readonly RefusedFile[]): 400 | 503 {
  return failed.some(({ isTemporary }) => isTemporary) ? 503 : 400;
}

/** Why a file was not uploaded that the disk did not take. */
export const noRoom = "We have no room for it right now. Try again in a few minutes.";

/** Why a file of this size in bytes is refused, or null. */
export function whyRefused(size: number, { file, total }: UploadLimits): string | null {
  if (size === 0) return "This file is empty.";
  if (size > file) return `It is larger than the limit of ${formatSize(file)} per file.`;
  return size > total ? "There isn't enough storage left in this workspace." : null;
}

/** An upload that was created and is not a document yet, as pages show it. */
export interface UnfinishedUpload {
  readonly id: string;
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Bytes that have arrived. */
  readonly arrived: number;
  /** When the file was last changed on its owner's device, in ms since 1970; tells files of one name apart. */
  readonly modified: number;
}
