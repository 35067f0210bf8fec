import { and, eq, gt, isNull } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { conflict } from "../engine/refusal.ts";
import { insertOne } from "../engine/writing.ts";
import { accounts, workspaceConfirmations as table, workspaces } from "../tables.ts";
import { fullName } from "./person-name.ts";
import { hashToken, mintToken } from "./tokens.ts";

/** What the owner of a workspace asked for, until it is confirmed by the link in an email. */
type WorkspaceConfirmation = typeof table.$inferSelect;
type ConfirmationKind = WorkspaceConfirmation["kind"];

const hour = 3_600_000;
const lifetimes: Readonly<Record<ConfirmationKind, number>> = { transfer: 7 * 24 * hour, deletion: 24 * hour };

export type NewConfirmation = Pick<WorkspaceConfirmation, "workspaceId" | "kind" | "requestedBy" | "confirmedBy">;

/**
 * Adds one, in a transaction that holds the workspace.
 * @returns the token of its link
 * @throws Refusal 409 while one of its kind waits
 */
export async function insertConfirmation(
  transaction: Queries,
  wanted: NewConfirmation,
  now: Date,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: Date }> {
  const { workspaceId, kind } = wanted;
  const same = and(eq(table.workspaceId, workspaceId), eq(table.kind, kind));
  if ((await transaction.$count(table, and(same, gt(table.expiresAt, now)))) > 0)
    throw conflict("already_requested", "This was asked for already and waits to be confirmed. Withdraw it first.");
  await transaction.delete(table).where(same);
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + lifetimes[kind]);
  const id = await insertOne(transaction, table, { ...wanted, tokenHash: hash, insertedAt: now, expiresAt });
  return { id, token, expiresAt };
}

/** Those of a workspace that wait, with the name of whoever has the link. */
export async function listConfirmations(queries: Queries, workspaceId: string, now: Date) {
  const rows = await queries
    .select({ confirmation: table, account: accounts })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.confirmedBy))
    .where(and(eq(table.workspaceId, workspaceId), gt(table.expiresAt, now)))
    .orderBy(table.kind);
  return rows.map(({ confirmation, account }) => ({ ...confirmation, confirmedByName: fullName(account) }));
}

/** What a link confirms, for the account that it was mailed to; null when it is unknown, ended or somebody else's. */
export async function findConfirmation(queries: Queries, token: string, accountId: string, now: Date) {
  const hash = hashToken(token);
  if (hash === null) return null;
  const [row] = await queries
    .select({ confirmation: table, workspaceName: workspaces.name, account: accounts })
    .from(table)
    .innerJoin(workspaces, and(eq(workspaces.id, table.workspaceId), isNull(workspaces.purgeAt)))
    .innerJoin(accounts, eq(accounts.id, table.requestedBy))
    .where(and(eq(table.tokenHash, hash), eq(table.confirmedBy, accountId), gt(table.expiresAt, now)));
  if (!row) return null;
  return { ...row.confirmation, workspaceName: row.workspaceName, requestedByName: fullName(row.account) };
}

/** Takes one away; of many who do so at the same moment exactly one gets true. */
export async function removeConfirmation(transaction: Queries, id: string): Promise<boolean> {
  return (await transaction.delete(table).where(eq(table.id, id))).rowCount === 1;
}
