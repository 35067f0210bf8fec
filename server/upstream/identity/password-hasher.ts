import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { BulkheadRejectedError, bulkhead } from "cockatiel";
import { unavailable } from "../engine/refusal.ts";

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /**
   * Whether the secret is the hashed one. Without a hash (unknown address, no password) it takes as long and gives false.
   * @throws Refusal 503 when too many wait
   */
  verify(kept: string | null, secret: string): Promise<boolean>;
}

/** Hashes on at most half of libuv's four threads, which files and DNS share, with a bounded queue, since each hash holds 19 MiB. */
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

/** Keyboards compose accents and widths differently: NIST SP 800-63B asks for normalization before hashing. */
function canonical(secret: string): string {
  return secret.normalize("NFKC");
}
