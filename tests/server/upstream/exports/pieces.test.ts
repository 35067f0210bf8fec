import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { readPieces, removePieces, storePieces } from "#server/upstream/exports/pieces.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test("any range of what was stored in pieces is read back, whatever the pieces", async ({ service, owner }) => {
  const { database, objects: store } = service;
  const later = new Date(Date.now() + 3_600_000);
  for (const [length, chunk] of [
    [0, 1],
    [1, 1],
    [100, 100],
    [101, 7],
    [250, 300],
    [400, 50],
  ] as const) {
    const set = { workspaceId: owner.workspaceId, exportId: randomUUID(), attempt: randomUUID(), pieceSize: 100 };
    const bytes = randomBytes(length);
    expect(await storePieces(database.orm, store, set, inChunks(bytes, chunk), later)).toBe(length);
    for (const [first, last] of [
      [0, length - 1],
      [0, 0],
      [99, 100],
      [100, 199],
      [length - 1, length - 1],
    ] as const) {
      if (first > last || last >= length || first < 0) continue;
      const read = await bytesOf(await readPieces(store, set, { first, last }));
      expect([length, first, last, read.equals(bytes.subarray(first, last + 1))]).toEqual([length, first, last, true]);
    }
    await removePieces(database.orm, store, set.workspaceId, set.exportId);
    expect(await store.size(`${set.workspaceId}/exports/${set.attempt}/0`)).toBeNull();
  }
});
