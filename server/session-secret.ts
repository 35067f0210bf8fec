import { keptSecret } from "./kept-secret.ts";

/** Gives the secrets that encrypt what is kept of sessions: those that are set, or else this machine's own. */
export function readSessionSecrets(given: readonly string[] | undefined, dataDir: string): readonly string[] {
  return given ?? [keptSecret(dataDir, "session-secret")];
}
