/** An embedded object store in a folder of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedStore } from "#server/upstream/storage/embedded-store.ts";
import type { ObjectStore } from "#server/upstream/storage/object-store.ts";

export const signer = { accessKeyId: "latchkey", secretAccessKey: "a secret of the tests", region: "local" };
export const bucket = "latchkey";

/** Gives an embedded store in a folder of its own; the caller removes it. */
export function createTestStore(clock?: () => Date): { store: ObjectStore; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-objects-"));
  const log = { error: () => {} };
  const store = createEmbeddedStore({ folder, signer, bucket, log, ...(clock && { clock }) });
  return { store, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
