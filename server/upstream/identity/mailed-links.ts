import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { mailedLinks } from "../tables.ts";
import { hashToken, mintToken } from "./tokens.ts";

/** Mailed links: each has one purpose, works once, and expires. */

export const purposes = ["sign_in", "registration", "password_reset", "invitation", "shared_property"] as const;
export type Purpose = (typeof purposes)[number];

/** People of the portal are of the kind "client". */
export interface Addressee {
  readonly email: string;
  readonly kind: "account" | "client";
}

const minute = 60_000;
const lifetimes: Readonly<Record<Purpose, number>> = {
  sign_in: 15 * minute,
  registration: 7 * 24 * 60 * minute,
  password_reset: 60 * minute,
  invitation: 7 * 24 * 60 * minute,
  shared_property: 7 * 24 * 60 * minute,
};

/**
 * Mails of one purpose to an address within an hour, so that an inbox cannot be flooded. Twice the app's own limit for strangers:
 * who passes that one is not refused here because of them.
 */
const mailsPerHour = 20;

export interface NewLink {
  readonly purpose: Purpose;
  readonly addressee: Addressee;
  readonly codeHash?: string;
  /** Whether the browser that asks has signed in as this person before. */
  readonly isFromKnownDevice?: boolean;
}

export interface MintedLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LiveLink extends Addressee {
  readonly id: string;
}

/**
 * Whether an address has reached its hourly limit; asked before the account is looked up, so that the answer reveals nothing.
 * @param isFromKnownDevice counted apart, so that strangers cannot use up the limit
 */
export async function isOverMailLimit(
  queries: Queries,
  purpose: Purpose,
  { email, kind }: Addressee,
  now: Date,
  isFromKnownDevice = false,
): Promise<boolean> {
  const anHourAgo = new Date(now.getTime() - 60 * minute);
  const [row] = await queries
    .select({ mails: count() })
    .from(mailedLinks)
    .where(
      and(
        eq(mailedLinks.email, email),
        eq(mailedLinks.kind, kind),
        eq(mailedLinks.purpose, purpose),
        eq(mailedLinks.isFromKnownDevice, isFromKnownDevice),
        gt(mailedLinks.insertedAt, anHourAgo),
      ),
    );
  return (row?.mails ?? 0) >= mailsPerHour;
}

export async function insertLink(queries: Queries, link: NewLink, now: Date): Promise<MintedLink> {
  const { purpose, addressee, codeHash, isFromKnownDevice = false } = link;
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + lifetimes[purpose]);
  const row = { purpose, ...addressee, tokenHash: hash, codeHash: codeHash ?? null, isFromKnownDevice };
  const id = await insertOne(queries, mailedLinks, { ...row, insertedAt: now, expiresAt });
  return { id, token, expiresAt };
}

/** Ends a link. It expires when it was made, since the clock of whoever uses it at the same moment may be behind. */
export const ended = { expiresAt: sql`${mailedLinks.insertedAt}` };

/** Ends every live link of a purpose for an address. */
export async function endLinks(
  queries: Queries,
  purpose: Purpose,
  { email, kind }: Addressee,
  now: Date,
): Promise<void> {
  await queries
    .update(mailedLinks)
    .set(ended)
    .where(
      and(
        eq(mailedLinks.email, email),
        eq(mailedLinks.kind, kind),
        eq(mailedLinks.purpose, purpose),
        isNull(mailedLinks.usedAt),
        gt(mailedLinks.expiresAt, now),
      ),
    );
}

function isLive(purpose: Purpose, now: Date) {
  return and(eq(mailedLinks.purpose, purpose), isNull(mailedLinks.usedAt), gt(mailedLinks.expiresAt, now));
}

const liveLink = { id: mailedLinks.id, email: mailedLinks.email, kind: mailedLinks.kind };

/** A live link, not used up; null when it is unknown, used or expired. @param kind so that a link of the portal signs no account in */
export async function findLink(
  queries: Queries,
  purpose: Purpose,
  token: string,
  now: Date,
  kind: Addressee["kind"] = "account",
): Promise<LiveLink | null> {
  const hash = hashToken(token);
  if (hash === null) return null;
  const [row] = await queries
    .select(liveLink)
    .from(mailedLinks)
    .where(and(eq(mailedLinks.tokenHash, hash), eq(mailedLinks.kind, kind), isLive(purpose, now)));
  return row ?? null;
}

/** The address of a portal's link, live or not; null for an unknown one. */
export async function findPortalAddress(queries: Queries, token: string): Promise<string | null> {
  const hash = hashToken(token);
  if (hash === null) return null;
  const [row] = await queries
    .select({ email: mailedLinks.email })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.tokenHash, hash), eq(mailedLinks.kind, "client")));
  return row?.email ?? null;
}

/** Uses a link up: of many at once exactly one gets true. */
export async function redeemLink(queries: Queries, purpose: Purpose, id: string, now: Date): Promise<boolean> {
  const spent = await queries
    .update(mailedLinks)
    .set({ usedAt: now })
    .where(and(eq(mailedLinks.id, id), isLive(purpose, now)))
    .returning({ id: mailedLinks.id });
  return spent.length === 1;
}
