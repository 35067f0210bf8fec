import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { memberships, trustedBrowsers, waitingSignIns, workspaces } from "../tables.ts";
import { hashToken, mintToken } from "./tokens.ts";

/** Browsers that need no second step. Each holds a token for each account; the database has the hashes. */

/** In milliseconds. */
const trustLife = 30 * 86_400_000;

const mostTokens = 4;

/** Whether every workspace of the account lets its members trust browsers. */
export async function allowsTrust(queries: Queries, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ allows: sql<boolean>`coalesce(bool_and(${workspaces.allowsTrustedBrowsers}), true)` })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(eq(memberships.accountId, accountId));
  return row?.allows ?? true;
}

/** @param tokens separated by dots */
export async function isTrusted(
  queries: Queries,
  accountId: string,
  tokens: string | null,
  now: Date,
): Promise<boolean> {
  const hashes = (tokens ?? "")
    .split(".")
    .slice(0, mostTokens)
    .flatMap((token) => hashToken(token) ?? []);
  if (hashes.length === 0) return false;
  const [row] = await queries
    .select({ accountId: trustedBrowsers.accountId })
    .from(trustedBrowsers)
    .where(
      and(
        eq(trustedBrowsers.accountId, accountId),
        inArray(trustedBrowsers.tokenHash, hashes),
        gt(trustedBrowsers.expiresAt, now),
      ),
    );
  return row !== undefined && (await allowsTrust(queries, accountId));
}

/** Trusts a browser. @returns its token */
export async function trustBrowser(transaction: Queries, accountId: string, now: Date): Promise<string> {
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + trustLife);
  await transaction.insert(trustedBrowsers).values({ tokenHash: hash, accountId, expiresAt });
  return token;
}

/** Forgets trusted browsers and waiting sign-ins of an account. */
export async function forgetBrowsers(transaction: Queries, accountId: string): Promise<void> {
  await transaction.delete(trustedBrowsers).where(eq(trustedBrowsers.accountId, accountId));
  await transaction.delete(waitingSignIns).where(eq(waitingSignIns.accountId, accountId));
}
