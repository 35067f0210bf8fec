import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import * as z from "zod";
import type { ClaimResult, SubmissionKey, Submissions, To } from "#app/session/store.ts";
import { onceMoreIfLost } from "../database/orm.ts";
import type { Vault } from "../vault.ts";
import { submissions } from "./tables.ts";

/** In ms; the process of an older claim died. */
const leaseLength = 10_000;

/** In ms; a repeated form gets the first outcome. */
const memory = 48 * 60 * 60_000;

/** In ms; a repeated form gets the session that it opened. */
const ticketLife = 2 * 60_000;

const plainOutcome = z.object({
  location: z.string(),
  toast: z.exactOptional(z.string()),
  open: z.exactOptional(z.string()),
  undo: z.exactOptional(z.object({ action: z.string(), fields: z.record(z.string(), z.string()) })),
});

/** Sealed, since it may name people; as earlier versions left it, plain. */
const keptOutcome = z.union([z.object({ sealed: z.string() }), plainOutcome]);

interface SubmissionsOptions {
  readonly orm: NodePgDatabase;
  readonly vault: Vault;
  readonly clock: () => Date;
}

interface SweepableSubmissions extends Submissions {
  sweep(): Promise<number>;
}

type MarkedClaim = Omit<SubmissionKey, "digest"> & { readonly marks: ReturnType<Vault["marks"]> };

export function createSubmissions({ orm, vault, clock }: SubmissionsOptions): SweepableSubmissions {
  // A form may have a password, which a plain hash would let guess.
  const marked = ({ digest, ...claim }: SubmissionKey): MarkedClaim => ({ ...claim, marks: vault.marks(digest) });
  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds);
  return {
    async claim(sent) {
      const claim = marked(sent);
      const lease = randomUUID();
      const claimed = await onceMoreIfLost(() => take(orm, claim, lease, clock(), later(leaseLength)));
      return claimed ?? look(orm, vault, claim, clock());
    },
    async find(sent) {
      const answer = await look(orm, vault, marked(sent), clock());
      return answer.state === "done" ? answer.to : null;
    },
    async latest(record) {
      const { key, change: id, number, outcome, leasedUntil } = submissions;
      const [row] = await orm
        .select({ key, id })
        .from(submissions)
        .where(and(eq(submissions.record, record), or(isNotNull(outcome), lt(leasedUntil, clock()))))
        .orderBy(desc(number))
        .limit(1);
      return row === undefined || row.id === null ? null : { key: row.key, id: row.id };
    },
    async renew(claim, lease) {
      const leasedUntil = later(leaseLength);
      const renewed = await onceMoreIfLost(() =>
        orm.update(submissions).set({ leasedUntil }).where(heldBy(claim, lease)),
      );
      return renewed.rowCount === 1;
    },
    async finish(claim, lease, outcome, sessionId) {
      const ticket =
        sessionId === undefined
          ? {}
          : { ticket: vault.seal(sessionId, placeOf(claim)), ticketEndsAt: later(ticketLife) };
      await onceMoreIfLost(() =>
        orm
          .update(submissions)
          .set({ outcome: sealOutcome(vault, claim, outcome), ...ticket })
          .where(heldBy(claim, lease)),
      );
    },
    async release(claim, lease) {
      await onceMoreIfLost(() => orm.delete(submissions).where(heldBy(claim, lease)));
    },
    async abandon(claim, lease) {
      await onceMoreIfLost(() =>
        orm
          .update(submissions)
          .set({ leasedUntil: new Date(0) })
          .where(heldBy(claim, lease)),
      );
    },
    async sweep() {
      const gone = await orm.delete(submissions).where(lt(submissions.claimedAt, later(-memory)));
      return gone.rowCount ?? 0;
    },
  };
}

function heldBy({ owner, key }: Pick<SubmissionKey, "owner" | "key">, lease: string) {
  return and(
    eq(submissions.owner, owner),
    eq(submissions.key, key),
    eq(submissions.lease, lease),
    isNull(submissions.outcome),
  );
}

function placeOf({ owner, key }: Pick<SubmissionKey, "owner" | "key">): string {
  return `ticket ${key} of ${owner}`;
}

const placeOfOutcome = ({ owner, key }: Pick<SubmissionKey, "owner" | "key">) => `outcome ${key} of ${owner}`;

function sealOutcome(vault: Vault, claim: SubmissionKey, outcome: To): z.output<typeof keptOutcome> {
  return { sealed: vault.seal(JSON.stringify(outcome), placeOfOutcome(claim)).toString("base64") };
}

/** Null also where the secret that sealed it is gone. */
function openOutcome(vault: Vault, claim: MarkedClaim, kept: unknown): To | null {
  if (kept === null) return null;
  const read = keptOutcome.parse(kept);
  if (!("sealed" in read)) return read;
  const text = vault.open(Buffer.from(read.sealed, "base64"), placeOfOutcome(claim));
  return text === null ? null : plainOutcome.parse(JSON.parse(text));
}

/**
 * One statement decides who writes: the first claim, or one with the same content after the lease has expired. Asked again with the
 * same lease it gives what it gave.
 */
async function take(
  orm: NodePgDatabase,
  { owner, key, marks, change = null }: MarkedClaim,
  lease: string,
  now: Date,
  leasedUntil: Date,
): Promise<ClaimResult | null> {
  const isOwn = sql`${submissions.lease} = ${lease}`;
  const [claimed] = await orm
    .insert(submissions)
    .values({
      owner,
      key,
      digest: marks[0],
      lease,
      leasedUntil,
      claimedAt: now,
      record: change?.record ?? null,
      change: change?.id ?? null,
    })
    .onConflictDoUpdate({
      target: [submissions.owner, submissions.key],
      set: { lease, leasedUntil, tries: sql`${submissions.tries} + case when ${isOwn} then 0 else 1 end` },
      setWhere: sql`${inArray(submissions.digest, [...marks])} and ${submissions.outcome} is null and (${submissions.leasedUntil} < ${now} or ${isOwn})`,
    })
    .returning({ tries: submissions.tries, claimedAt: submissions.claimedAt });
  if (claimed === undefined) return null;
  return { state: "claimed", lease, sentBefore: claimed.tries > 1 ? claimed.claimedAt : null };
}

async function look(orm: NodePgDatabase, vault: Vault, claim: MarkedClaim, now: Date): Promise<ClaimResult> {
  const [held] = await orm
    .select()
    .from(submissions)
    .where(and(eq(submissions.owner, claim.owner), eq(submissions.key, claim.key)));
  // Released in between; the next attempt gets it.
  if (held === undefined) return { state: "running" };
  const to = openOutcome(vault, claim, held.outcome);
  if (!claim.marks.includes(held.digest)) return { state: "other", to };
  if (to === null) return { state: "running" };
  const { ticket, ticketEndsAt } = held;
  const isFresh = ticket !== null && ticketEndsAt !== null && ticketEndsAt > now;
  return { state: "done", to, sessionId: isFresh ? vault.open(ticket, placeOf(claim)) : null };
}
