import { join } from "node:path";
import type { Logger } from "pino";
import { makeFolder } from "../../folders.ts";
import { generatedSecret } from "../../secrets.ts";
import { createEmbeddedStore } from "./embedded-store.ts";
import { openObjectFolder } from "./object-folder.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3Settings } from "./s3-store.ts";

interface StorageOptions {
  /** Null: the embedded store. */
  readonly storage: S3Settings | null;
  readonly dataDir: string;
  readonly log: Pick<Logger, "error">;
}

/** Opens the configured store; S3 is not asked yet. */
export async function openObjectStore({ storage, dataDir, log }: StorageOptions): Promise<ObjectStore> {
  if (storage !== null) return (await import("./s3-store.ts")).createS3Store(storage);
  // If it is lost, signed posts are refused and asked for again.
  const signer = {
    accessKeyId: "latchkey",
    secretAccessKey: generatedSecret(dataDir, "storage-secret"),
    region: "local",
  };
  const folder = folderOf(dataDir);
  // Backups copy it, even before the first file.
  makeFolder(folder);
  return createEmbeddedStore({ folder, signer, log });
}

/** The configured store to look into; unlike `openObjectStore` it makes nothing in DATA_DIR. */
export async function openToLook({
  storage,
  dataDir,
}: Omit<StorageOptions, "log">): Promise<Pick<ObjectStore, "size">> {
  if (storage !== null) return (await import("./s3-store.ts")).createS3Store(storage);
  return openObjectFolder(folderOf(dataDir));
}

const folderOf = (dataDir: string): string => join(dataDir, "objects");
