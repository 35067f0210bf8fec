import type { StorageAllowance } from "../uploads/file.ts";

/** The service's limit for a file that becomes a photo, in bytes. */
const mostBytes = 32 * 1024 ** 2;

export const photoFiles = {
  /** Media types that the file chooser offers. Phones convert HEIC to JPEG when a page asks for these. */
  types: "image/jpeg,image/png,image/webp",
  /** What may be stored of them where so much may be stored of any file. */
  within: (allowance: StorageAllowance): StorageAllowance => ({
    ...allowance,
    file: Math.min(allowance.file, mostBytes),
  }),
};
