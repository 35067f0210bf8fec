import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** 256 bits, written as 43 letters. */
const secretBytes = 32;
const secretLetters = 43;

/**
 * Gives a secret of this machine: made at the first start and kept in the data folder, where only this user can read it. What a
 * kill cut short is made anew: nothing was done with it yet that would not be asked for again.
 * @param name of the file
 */
export function generatedSecret(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
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

/** Gives the secrets that encrypt what is kept of sessions: those that are set, or else this machine's own. */
export function readSessionSecrets(given: readonly string[] | undefined, dataDir: string): readonly string[] {
  return given ?? [generatedSecret(dataDir, "session-secret")];
}
