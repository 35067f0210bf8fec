import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { interval } from "remix-utils/timers";
import type { SubmissionKey, Submissions, To } from "../session/store.ts";

/** How long a parallel send of the same form waits for the first one, in milliseconds. */
const patience = 25_000;
/** How often a lease is prolonged while the write is under way, in milliseconds; well below the lease's length. */
const heartbeat = 3_000;

/** The form's key was used before for other content; `to` is where that led, when it is known to be written. */
export class AlreadySent extends Error {
  override readonly name = "AlreadySent";
  readonly to: To | null;

  constructor(to: To | null) {
    super("The form was sent before with other content.");
    this.to = to;
  }
}

/** The same form is still being written for an earlier send. */
export class StillRunning extends Error {
  override readonly name = "StillRunning";

  constructor() {
    super("The form is still being written.");
  }
}

/** What a write led to, and the session that it opened if it did. */
export interface WriteResult {
  readonly to: To;
  readonly sessionId: string | null;
  /** Whether it was written for an earlier send, and not now. */
  readonly isRepeat: boolean;
}

export interface IdempotentWriteOptions {
  readonly claim: SubmissionKey;
  /** @param sentBefore when the form was first sent, where nobody knows whether it was written then; null the first time */
  readonly write: (sentBefore: Date | null) => Promise<{ readonly to: To; readonly sessionId?: string }>;
  /**
   * Tells a write that was refused, so that nothing happened, from one whose outcome is unknown.
   * @param isRepeat whether an earlier send of the form may have been written
   */
  readonly wasRefused: (error: unknown, isRepeat: boolean) => boolean;
}

/**
 * Writes a form once, however often and however parallel it is sent: the first send claims the key, the others wait
 * and are led where it led. A refused write frees the key. After a crash the claim's lease runs out and the next send
 * takes over.
 *
 * @throws AlreadySent, StillRunning, and whatever the write throws
 */
export async function idempotentWrite(submissions: Submissions, options: IdempotentWriteOptions): Promise<WriteResult> {
  const until = performance.now() + patience;
  for (let pause = 20; ; pause = Math.min(pause * 2, 250)) {
    const answer = await submissions.claim(options.claim);
    if (answer.state === "done") return { to: answer.to, sessionId: answer.sessionId, isRepeat: true };
    if (answer.state === "other") throw new AlreadySent(answer.to);
    if (answer.state === "claimed") return writeClaimed(submissions, options, answer);
    if (performance.now() > until) throw new StillRunning();
    await wait(pause);
  }
}

async function writeClaimed(
  submissions: Submissions,
  { claim, write, wasRefused }: IdempotentWriteOptions,
  { lease, sentBefore }: { readonly lease: string; readonly sentBefore: Date | null },
): Promise<WriteResult> {
  const written = new AbortController();
  keepLease(submissions, claim, lease, written.signal);
  try {
    const { to, sessionId } = await write(sentBefore);
    await submissions.finish(claim, lease, to, sessionId);
    return { to, sessionId: sessionId ?? null, isRepeat: false };
  } catch (error) {
    if (wasRefused(error, sentBefore !== null)) await submissions.release(claim, lease);
    else await submissions.abandon(claim, lease);
    throw error;
  } finally {
    written.abort();
  }
}

/** Prolongs the lease until the signal ends that; never rejects. */
async function keepLease(submissions: Submissions, claim: SubmissionKey, lease: string, signal: AbortSignal) {
  for await (const _ of interval(heartbeat, { signal })) {
    // A lost beat costs nothing but time: the next one comes before the lease ends.
    await submissions.renew(claim, lease).catch(() => {});
  }
}

/** A digest of any JSON value that does not depend on the order of its members. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, ordered)).digest("base64url");
}

/** A UUID (version 8, RFC 9562) that is the same for the same value. */
export function uuidOf(value: unknown): string {
  const hex = createHash("sha256").update(JSON.stringify(value, ordered)).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}

function ordered(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
