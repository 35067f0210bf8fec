import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";

/** Uploaded bytes; documents give them a name and a place. */

export const fileAttributes = { name: z.string(), mime: z.string(), size: z.number() };
export interface StoredFile extends Versioned, z.output<z.ZodMiniObject<typeof fileAttributes>> {}

/** What a workspace may still store, in bytes. */
export interface StorageAllowance {
  /** Bytes of one file. */
  readonly file: number;
  readonly free: number;
}
