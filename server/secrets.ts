import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./folders.ts";

const secretBytes = 32;
const secretLetters = 43;

/**
 * A secret of this machine, generated in a private file of the data folder. A truncated file is generated again, since its secret was
 * not used.
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

/** Those of the settings, or this machine's. */
export function readSessionSecrets(given: readonly string[] | undefined, dataDir: string): readonly string[] {
  return given ?? [generatedSecret(dataDir, "session-secret")];
}
