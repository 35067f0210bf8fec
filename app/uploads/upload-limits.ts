import { formatSize } from "./file-size.ts";

/** How much may be uploaded, in bytes. */
export interface UploadLimits {
  readonly file: number;
  readonly total: number;
}

/** A file that was not uploaded, and a sentence that says why. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  /** A word for the reason: one of the limits', or the service's. */
  readonly code?: string;
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

/** Why a file of this size in bytes is refused, with a word for it, or null. */
export function refusalOfSize(
  size: number,
  { file, total }: UploadLimits,
): Pick<RefusedFile, "reason" | "code"> | null {
  if (size === 0) return { code: "empty", reason: "This file is empty." };
  if (size > file) {
    return { code: "too_large", reason: `It is larger than the limit of ${formatSize(file)} per file.` };
  }
  return size > total ? { code: "no_room", reason: "There isn't enough storage left in this workspace." } : null;
}

/** Why a file of this size is refused, as a sentence. */
export function whyRefused(size: number, limits: UploadLimits): string | null {
  return refusalOfSize(size, limits)?.reason ?? null;
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
