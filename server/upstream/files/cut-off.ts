/** Whether a picture has lost its end on the way. */
import { isPictureCutOff } from "../../pictures/decoding.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { largestFile } from "./drawing.ts";

/** What the last bytes of whole pictures are. */
const ends: Readonly<Record<string, string>> = { "image/jpeg": "\xff\xd9", "image/png": "IEND", "image/gif": ";" };
const lastBytes = 32;

/**
 * Tells whether a picture in the store lacks its end, and can be shown without. It is decoded only where its last bytes are no end:
 * some cameras write other things behind it.
 * @throws StorageUnavailable
 */
export async function isCutOff(
  store: Pick<ObjectStore, "read">,
  mime: string,
  { storageKey, size }: { readonly storageKey: string; readonly size: number },
): Promise<boolean> {
  const end = ends[mime];
  if (end === undefined || size > largestFile) return false;
  try {
    const tail = await readPart(store, storageKey, Math.max(0, size - lastBytes), size - 1);
    if (Buffer.from(tail).toString("latin1").includes(end)) return false;
    return await isPictureCutOff(await readPart(store, storageKey, 0, size - 1));
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}

async function readPart(store: Pick<ObjectStore, "read">, key: string, first: number, last: number) {
  return new Uint8Array(await new Response(await store.read(key, { first, last })).arrayBuffer());
}
