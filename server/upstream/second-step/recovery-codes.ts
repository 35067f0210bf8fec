import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { recoveryCodes } from "../tables.ts";

/** Codes on paper, for a phone that is lost. Each works once. */

const howMany = 10;

/** Crockford's: without letters that look like a digit or like one another. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 16;

/** As it is printed: 80 random bits in four groups. A plain digest of so many is safe. */
function mintRecoveryCode(): string {
  const text = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** The digest of a typed code, however it is spelled; null for what cannot be one. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const upper = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (upper.length !== length || ![...upper].every((letter) => letters.includes(letter))) return null;
  return createHash("sha256").update(upper).digest();
}

/** Replaces the codes of an account. @returns the new ones, as they are printed */
export async function replaceRecoveryCodes(transaction: Queries, accountId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, mintRecoveryCode);
  const rows = codes.flatMap((code) => {
    const codeHash = hashRecoveryCode(code);
    return codeHash === null ? [] : [{ codeHash, accountId }];
  });
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await transaction.insert(recoveryCodes).values(rows);
  return codes;
}

/** Uses a code up: of many who try at the same moment one gets true. */
export async function redeemRecoveryCode(
  transaction: Queries,
  accountId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const spent = await transaction
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ accountId: recoveryCodes.accountId });
  return spent.length === 1;
}

/** How many codes an account has left. */
export async function countRecoveryCodes(queries: Queries, accountId: string): Promise<number> {
  const [row] = await queries
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
