import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./folders.ts";

/** 256 bits, as 43 characters of base64url. */
const secretBytes = 32;
const secretLetters = 43;

/**
 * Gives a secret of this machine, generated at the first start in a file of the data folder that only this user can read. A
 * truncated file is generated again: a start that was killed while writing it has used the secret for nothing yet.
 * @param name of the file
 */
export function generatedSecret(dataDir: string, name: string): string {
  makeFolder(dataDir);
  const file = join(dataDir, name);
  const kept = readIfThere(file);
  if (kept !== null && kept.length >= secretLetters) return kept;
  const secret = randomBytes(secretBytes).toString("base64url");
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Gives the secrets that encrypt sessions: those of the settings, or this machine's generated one. */
export function readSessionSecrets(given: readonly string[] | undefined, dataDir: string): readonly string[] {
  return given ?? [generatedSecret(dataDir, "session-secret")];
}
