import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { createEmbeddedStore } from "./embedded-store.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3Settings } from "./s3-store.ts";

export interface StorageOptions {
  /** Null: the embedded store serves. */
  readonly storage: S3Settings | null;
  readonly dataDir: string;
  readonly log: Pick<Logger, "error">;
}

/** Opens the store that the settings name. Nothing is asked of an S3 yet. */
export async function openObjectStore({ storage, dataDir, log }: StorageOptions): Promise<ObjectStore> {
  if (storage !== null) return (await import("./s3-store.ts")).createS3Store(storage);
  const signer = { accessKeyId: "latchkey", secretAccessKey: readSecret(dataDir), region: "local" };
  return createEmbeddedStore({ folder: join(dataDir, "objects"), signer, log });
}

const secretLetters = 43;

/** The secret that signs posts to the embedded store: made at the first start, readable by this user alone. */
function readSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "storage-secret");
  try {
    const kept = readFileSync(file, "utf8").trim();
    // A kill can have cut it short; posts signed before are refused and asked for again.
    if (kept.length === secretLetters) return kept;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
