import { z } from "zod";

const failure = z.object({ code: z.string(), constraint: z.string().optional() });

interface DatabaseFault {
  /** SQLSTATE, or Node's code of a failed connection. */
  readonly code: string;
  readonly constraint: string | null;
}

/** Messages of `pg` for lost, silent and exhausted connections, whose errors have no code. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
const noneFree = /^timeout exceeded when trying to connect/;

/** The database's error among the causes of an error; null for none. */
export function databaseFault(error: unknown): DatabaseFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const parsed = failure.safeParse(cause);
    if (parsed.success) return { code: parsed.data.code, constraint: parsed.data.constraint ?? null };
    if (lostConnection.test(cause.message)) return { code: "08006", constraint: null };
    if (noneFree.test(cause.message)) return { code: "53300", constraint: null };
  }
  return null;
}

/** Whether a retry may succeed: deadlock, serialization failure, lock not available, or a record that was deleted meanwhile. */
export function isPassing(fault: DatabaseFault): boolean {
  return ["40P01", "40001", "55P03", "23503"].includes(fault.code);
}

/** Whether the transaction was given up for others. */
export function isGivenUp(fault: DatabaseFault): boolean {
  return ["40P01", "40001"].includes(fault.code);
}

/** Node's codes for a host that does not answer or resolve. */
const networkFault = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT)/;

/** Whether the database is unreachable, stopping, or a standby. */
export function isUnreachable(fault: DatabaseFault): boolean {
  return /^(08|53|57)/.test(fault.code) || networkFault.test(fault.code) || isReadOnly(fault);
}

/** Whether the server is read-only, as a former primary. */
export function isReadOnly({ code }: DatabaseFault): boolean {
  return code === "25006";
}

/** Whether no database listens, or one that is starting or stopping. */
export function isAbsent({ code }: DatabaseFault): boolean {
  return networkFault.test(code) || ["08006", "57P01", "57P02", "57P03"].includes(code);
}

/** Whether a unique constraint was violated. @param constraint this one; any when not given */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const fault = databaseFault(error);
  return fault?.code === "23505" && (constraint === undefined || fault.constraint === constraint);
}
