/** What a failed query says about itself. */
import { z } from "zod";

const failure = z.object({ code: z.string(), constraint: z.string().optional() });

export interface DatabaseFault {
  /** SQLSTATE, or Node's code of a failed connection. */
  readonly code: string;
  readonly constraint: string | null;
}

/** What `pg` says when a connection is lost, and when all are in use for too long; these errors carry no code. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error)/;
const noneFree = /^timeout exceeded when trying to connect/;

/** Looks through an error's causes for the database's own answer; null when the database had no part in it. */
export function databaseFault(error: unknown): DatabaseFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const parsed = failure.safeParse(cause);
    if (parsed.success) return { code: parsed.data.code, constraint: parsed.data.constraint ?? null };
    if (lostConnection.test(cause.message)) return { code: "08006", constraint: null };
    if (noneFree.test(cause.message)) return { code: "53300", constraint: null };
  }
  return null;
}

/**
 * Whether the same write may get another answer when it is simply tried again: deadlock, serialisation, lock not available, or
 * a record that was there when it was looked up and went before it was referred to.
 */
export function isPassing(fault: DatabaseFault): boolean {
  return ["40P01", "40001", "55P03", "23503"].includes(fault.code);
}

/** Whether the database is out of reach or stopping, as opposed to refusing what it was asked. */
export function isUnreachable(fault: DatabaseFault): boolean {
  return /^(08|53|57)/.test(fault.code) || /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(fault.code);
}

/** Of a failed attempt to connect: whether nobody listens there, or whoever does is just ending or starting. */
export function isAbsent({ code }: DatabaseFault): boolean {
  return ["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE", "08006", "57P03"].includes(code);
}

/** Whether a unique constraint refused the write; with a name, whether that one did. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const fault = databaseFault(error);
  return fault?.code === "23505" && (constraint === undefined || fault.constraint === constraint);
}
