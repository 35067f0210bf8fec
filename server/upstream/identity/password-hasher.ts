import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { BulkheadRejectedError, bulkhead } from "cockatiel";
import { unavailable } from "../engine/refusal.ts";

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. argon2id is the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface PasswordHasher {
  /** argon2id of a secret, in PHC form. @throws Refusal 503 when too many wait already */
  hash(secret: string): Promise<string>;
  /**
   * Whether the secret is the one that was hashed. Without a hash (nobody has that address, or no password) it does the
   * same work on another one and answers false, so that the time tells nothing.
   * @throws Refusal 503 when too many wait already
   */
  verify(kept: string | null, secret: string): Promise<boolean>;
}

/**
 * Hashes in libuv's thread pool, which files and name look-ups share: at most half of its four threads at a time, and
 * a bounded queue, for each hash holds 19 MiB.
 * @param limits how many run side by side and how many may wait
 */
export function createPasswordHasher(
  limits = { running: Math.min(2, availableParallelism()), waiting: 200 },
): PasswordHasher {
  const gate = bulkhead(limits.running, limits.waiting);
  const nobodys = hash("nobody signs in with this", cost);

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await gate.execute(work);
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? unavailable(2) : error;
    }
  }

  return {
    hash: (secret) => queued(() => hash(canonical(secret), cost)),
    async verify(kept, secret) {
      const right = await queued(async () => verify(kept ?? (await nobodys), canonical(secret)));
      return right && kept !== null;
    },
  };
}

/** Keyboards differ in how they compose accents and widths: NIST SP 800-63B asks for one form before hashing. */
function canonical(secret: string): string {
  return secret.normalize("NFKC");
}
