import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { sessions, waitingSignIns } from "../tables.ts";
import { mintToken } from "./tokens.ts";

/** How long a token is valid. It is fixed, so that reading writes nothing; the app ends idle sessions sooner. */
const sessionDays = 30;

/** Staff by their account, people of clients by the address that they proved, for all their workspaces. */
export type SessionOwner =
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "client"; readonly email: string };

export interface OpenedSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** @param device the browser in a few words, for its person; null when unknown */
export async function openSession(
  queries: Queries,
  owner: SessionOwner,
  now: Date,
  device: string | null = null,
): Promise<OpenedSession> {
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
  const person = owner.kind === "account" ? { accountId: owner.accountId } : { clientEmail: owner.email };
  const row = { kind: owner.kind, ...person, tokenHash: hash, expiresAt, device, insertedAt: now };
  const id = await insertOne(queries, sessions, row);
  return { id, token, expiresAt };
}

/** Whether a session has neither ended nor been ended. */
export async function isLive(queries: Queries, id: string, now: Date): Promise<boolean> {
  const [row] = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return row !== undefined;
}

/** Ends one session; from the next request on its token is unknown. */
export async function revokeSession(queries: Queries, id: string, now: Date): Promise<void> {
  await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
}

/** Ends the sessions of an account but `except`, and sign-ins that wait for their second step. */
export async function revokeSessionsOf(
  queries: Queries,
  accountId: string,
  now: Date,
  except: string | null = null,
): Promise<void> {
  const others = except === null ? undefined : ne(sessions.id, except);
  await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), others));
  await queries.delete(waitingSignIns).where(eq(waitingSignIns.accountId, accountId));
}
