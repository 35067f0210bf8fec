/** An archive's bytes: pieces in the object store, so that no archive is too large. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { ByteRange, ObjectStore } from "../storage/object-store.ts";
import { objects } from "../tables.ts";

/** In memory while it is filled. */
export const pieceSize = 8 * 1024 * 1024;

/** Of one attempt. */
interface PieceSet {
  readonly workspaceId: string;
  readonly exportId: string;
  readonly attempt: string;
  readonly pieceSize: number;
}

const keyOf = ({ workspaceId, attempt }: PieceSet, number: number) => `${workspaceId}/exports/${attempt}/${number}`;

/** Stores bytes in pieces. @param expiresAt when the sweep may remove them @returns the number of bytes @throws StorageUnavailable */
export async function storePieces(
  database: Queries,
  store: ObjectStore,
  set: PieceSet,
  bytes: AsyncIterable<Uint8Array>,
  expiresAt: Date,
): Promise<number> {
  const piece = Buffer.alloc(set.pieceSize);
  let [filled, number] = [0, 0];
  async function put(): Promise<void> {
    const key = keyOf(set, number);
    const { workspaceId, exportId: accountId } = set;
    const row = { storageKey: key, workspaceId, accountId, size: filled, expiresAt: expiresAt.toISOString() };
    await database.insert(objects).values(row);
    await store.put(key, "application/octet-stream", piece.subarray(0, filled));
    number += 1;
    filled = 0;
  }
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.byteLength; ) {
      const part = chunk.subarray(taken, taken + set.pieceSize - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      taken += part.byteLength;
      if (filled === set.pieceSize) await put();
    }
  }
  const size = number * set.pieceSize + filled;
  if (filled > 0) await put();
  return size;
}

/** Both ends included. @throws ObjectMissing when the first piece is missing */
export async function readPieces(
  store: Pick<ObjectStore, "read">,
  set: PieceSet,
  { first, last }: ByteRange,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let next = first;
  const open = async () => {
    const number = Math.floor(next / set.pieceSize);
    const start = number * set.pieceSize;
    const range = { first: next - start, last: Math.min(last - start, set.pieceSize - 1) };
    next = start + range.last + 1;
    return (await store.read(keyOf(set, number), range)).getReader();
  };
  let reader = await open();
  return new ReadableStream(
    {
      async pull(controller) {
        let read = await reader.read();
        while (read.done && next <= last) {
          reader = await open();
          read = await reader.read();
        }
        if (read.done) controller.close();
        else controller.enqueue(read.value);
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
}

/** The bytes first, then the rows. @throws StorageUnavailable */
export async function removePieces(database: Queries, store: ObjectStore, workspaceId: string, exportId: string) {
  const rows = await database
    .select({ key: objects.storageKey })
    .from(objects)
    .where(sql`${objects.accountId} = ${exportId} and ${objects.workspaceId} = ${workspaceId}`);
  for (const { key } of rows) {
    await store.remove(key);
    await database.delete(objects).where(sql`${objects.storageKey} = ${key}`);
  }
}
