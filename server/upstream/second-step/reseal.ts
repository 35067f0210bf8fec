import { and, eq } from "drizzle-orm";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { secondSteps } from "../tables.ts";
import { secretPlace } from "./codes.ts";

/**
 * Seals the secrets of authenticator apps anew that an earlier secret of the server sealed: they are kept for years, and that one is
 * taken away some day. Safe to run in every server. @returns how many
 */
export async function resealSecrets(database: Queries, vault: Vault): Promise<number> {
  const all = await database
    .select({ accountId: secondSteps.accountId, sealedSecret: secondSteps.sealedSecret })
    .from(secondSteps);
  let resealed = 0;
  for (const { accountId, sealedSecret } of all.filter((row) => !vault.isNewest(row.sealedSecret))) {
    const secret = vault.open(sealedSecret, secretPlace(accountId));
    if (secret === null) continue;
    const isAsRead = and(eq(secondSteps.accountId, accountId), eq(secondSteps.sealedSecret, sealedSecret));
    const anew = { sealedSecret: vault.seal(secret, secretPlace(accountId)) };
    const { rowCount } = await database.update(secondSteps).set(anew).where(isAsRead);
    resealed += rowCount ?? 0;
  }
  return resealed;
}
