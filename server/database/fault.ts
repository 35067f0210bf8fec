/** What kind of failure the error of a query is. */
import { z } from "zod";

const failure = z.object({ code: z.string(), constraint: z.string().optional() });

export interface DatabaseFault {
  /** SQLSTATE, or Node's code of a failed connection. */
  readonly code: string;
  readonly constraint: string | null;
}

/** What `pg` says when a connection is lost or silent, and when all are in use for too long; these errors carry no code. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
const noneFree = /^timeout exceeded when trying to connect/;

/** Finds the database's error among an error's causes; null when there is none. */
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
 * Whether the same write may succeed when it is tried again: deadlock, serialization failure, lock not available, or
 * a record that was deleted after it was found.
 */
export function isPassing(fault: DatabaseFault): boolean {
  return ["40P01", "40001", "55P03", "23503"].includes(fault.code);
}

/** Whether the database gave the whole transaction up so that others could go on. */
export function isGivenUp(fault: DatabaseFault): boolean {
  return ["40P01", "40001"].includes(fault.code);
}

/** Codes of Node's for a machine or an address that does not answer, also for one whose name is just being moved. */
const networkFault = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT)/;

/** Whether the database is unreachable, stopping or a standby now, as opposed to refusing the query. */
export function isUnreachable(fault: DatabaseFault): boolean {
  return /^(08|53|57)/.test(fault.code) || networkFault.test(fault.code) || isReadOnly(fault);
}

/** Whether the server takes no writes, as a primary does not that has become a standby. */
export function isReadOnly({ code }: DatabaseFault): boolean {
  return code === "25006";
}

/** Whether connecting failed because no database listens there, or one that is starting or stopping. */
export function isAbsent({ code }: DatabaseFault): boolean {
  return networkFault.test(code) || ["08006", "57P01", "57P02", "57P03"].includes(code);
}

/** Whether a unique constraint refused the write; with a name, whether that one did. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const fault = databaseFault(error);
  return fault?.code === "23505" && (constraint === undefined || fault.constraint === constraint);
}
