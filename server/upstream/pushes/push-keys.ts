/** The key pair by which push services know this installation (VAPID, RFC 8292). */
import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { pushKeys, pushSubscriptions } from "../tables.ts";

export interface PushKeys {
  /** Base64url of the uncompressed point. */
  readonly publicKey: string;
  /** Base64url of the scalar. */
  readonly privateKey: string;
}

const place = "the private key of pushes";

/**
 * The keys of all servers on a database, made by the first that asks. Where no secret opens them any more they are made anew, and
 * subscriptions, which stand for the old ones, end.
 */
export async function openPushKeys(database: Queries, vault: Vault): Promise<PushKeys> {
  const kept = await readKeys(database, vault);
  if (kept !== null) return kept;
  return database.transaction(async (transaction) => {
    const { publicKey, privateKey } = makeKeys();
    const made = { publicKey, sealedPrivateKey: vault.seal(privateKey, place) };
    // Waits for another server that is making them.
    await transaction.insert(pushKeys).values(made).onConflictDoNothing();
    await transaction.select().from(pushKeys).for("update");
    const first = await readKeys(transaction, vault);
    if (first !== null) return first;
    await transaction.update(pushKeys).set(made);
    await transaction.delete(pushSubscriptions);
    return { publicKey, privateKey };
  });
}

/** Opens them when they are first needed, and once: a service starts without its database. */
export function keepPushKeys(open: () => Promise<PushKeys>): () => Promise<PushKeys> {
  let kept: Promise<PushKeys> | null = null;
  return () => {
    kept ??= open().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

/** Null where there are none, or no secret opens them. */
async function readKeys(database: Queries, vault: Vault): Promise<PushKeys | null> {
  const [row] = await database.select().from(pushKeys);
  const privateKey = row === undefined ? null : vault.open(row.sealedPrivateKey, place);
  return row === undefined || privateKey === null ? null : { publicKey: row.publicKey, privateKey };
}

const pair = z.object({ x: z.string(), y: z.string(), d: z.string() });

function makeKeys(): PushKeys {
  const { x, y, d } = pair.parse(
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  );
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}

/** Seals the private key with the newest secret. */
export async function resealPushKeys(database: Queries, vault: Vault): Promise<void> {
  const [row] = await database.select().from(pushKeys);
  if (row === undefined || vault.isNewest(row.sealedPrivateKey)) return;
  const privateKey = vault.open(row.sealedPrivateKey, place);
  if (privateKey === null) return;
  await database
    .update(pushKeys)
    .set({ sealedPrivateKey: vault.seal(privateKey, place) })
    .where(eq(pushKeys.publicKey, row.publicKey));
}
