import { randomUUID } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import * as z from "zod";
import type { Claim, ClaimAnswer, Submissions } from "#app/session/store.ts";
import { submissions } from "./tables.ts";

/** A claim whose holder has not been heard of for this long (milliseconds) may be taken over: its process died. */
export const leaseLength = 10_000;

/** For this long (milliseconds) a form sent again leads where it led the first time. */
export const memory = 48 * 60 * 60_000;

const outcomeSchema = z.object({ location: z.string(), toast: z.exactOptional(z.string()) });

export interface SubmissionsOptions {
  readonly orm: NodePgDatabase;
  readonly clock: () => Date;
}

export interface SweepableSubmissions extends Submissions {
  /** Forgets old submissions; returns how many. */
  sweep(): Promise<number>;
}

export function createSubmissions({ orm, clock }: SubmissionsOptions): SweepableSubmissions {
  const heldBy = ({ owner, key }: Claim, lease: string) =>
    and(
      eq(submissions.owner, owner),
      eq(submissions.key, key),
      eq(submissions.lease, lease),
      isNull(submissions.outcome),
    );
  const leaseEnd = () => new Date(clock().getTime() + leaseLength);
  return {
    claim: (claim) => claimOnce(orm, claim, clock(), leaseEnd()),
    async renew(claim, lease) {
      const renewed = await orm.update(submissions).set({ leasedUntil: leaseEnd() }).where(heldBy(claim, lease));
      return renewed.rowCount === 1;
    },
    async finish(claim, lease, outcome) {
      await orm.update(submissions).set({ outcome }).where(heldBy(claim, lease));
    },
    async release(claim, lease) {
      await orm.delete(submissions).where(heldBy(claim, lease));
    },
    async abandon(claim, lease) {
      await orm
        .update(submissions)
        .set({ leasedUntil: new Date(0) })
        .where(heldBy(claim, lease));
    },
    async sweep() {
      const old = new Date(clock().getTime() - memory);
      const gone = await orm.delete(submissions).where(lt(submissions.claimedAt, old));
      return gone.rowCount ?? 0;
    },
  };
}

/** One statement decides who writes; only those who do not pay for a second one. */
async function claimOnce(orm: NodePgDatabase, claim: Claim, now: Date, leasedUntil: Date): Promise<ClaimAnswer> {
  const lease = randomUUID();
  const [claimed] = await orm
    .insert(submissions)
    .values({ ...claim, lease, leasedUntil, claimedAt: now })
    .onConflictDoUpdate({
      target: [submissions.owner, submissions.key],
      set: { lease, leasedUntil, tries: sql`${submissions.tries} + 1` },
      setWhere: sql`${submissions.digest} = ${claim.digest} and ${submissions.outcome} is null and ${submissions.leasedUntil} < ${now}`,
    })
    .returning({ tries: submissions.tries });
  if (claimed !== undefined) return { state: "claimed", lease, retry: claimed.tries > 1 };
  const [held] = await orm
    .select({ digest: submissions.digest, outcome: submissions.outcome })
    .from(submissions)
    .where(and(eq(submissions.owner, claim.owner), eq(submissions.key, claim.key)));
  // Released between the two statements: the next try will get it.
  if (held === undefined) return { state: "running" };
  if (held.digest !== claim.digest) return { state: "other" };
  if (held.outcome === null) return { state: "running" };
  return { state: "done", to: outcomeSchema.parse(held.outcome) };
}
