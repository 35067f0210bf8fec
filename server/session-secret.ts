import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** 256 bits, written as 43 letters. */
const secretBytes = 32;

/**
 * Gives the secrets that encrypt what is kept of sessions: those that are set, or else one made at the first start and kept
 * in the data folder, where only this user can read it.
 */
export function readSessionSecrets(given: readonly string[] | undefined, dataDir: string): readonly string[] {
  if (given !== undefined) return given;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "session-secret");
  const kept = readKept(file);
  if (kept !== null) return [kept];
  const secret = randomBytes(secretBytes).toString("base64url");
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return [secret];
}

/** Null also for a file that a kill cut short: nothing was encrypted with it yet. */
function readKept(file: string): string | null {
  try {
    const secret = readFileSync(file, "utf8").trim();
    return secret.length >= secretBytes ? secret : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
