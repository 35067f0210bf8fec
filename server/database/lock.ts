import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** Identifies a process; pids repeat, above all in containers. */
interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot; "" where the system does not say. */
  readonly start: string;
}

export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
  readonly holder: ProcessIdentity;

  constructor(holder: ProcessIdentity) {
    super(`The folder is in use by process ${holder.pid}.`);
    this.holder = holder;
  }
}

export interface Lock {
  release(): void;
}

const retryMs = 100;

/** Null when no process has this pid. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  try {
    // Field 22 of proc_pid_stat(5). The second field is a name in brackets that may have blanks and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return { pid, start: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "" };
  } catch {
    return answersSignals(pid) ? { pid, start: "" } : null;
  }
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Takes the lock at `file`, and keeps it until it is released or the process ends. It is the operating system's lock on an SQLite
 * file, so that no file of a dead process is mistaken for a lock, even between containers. The pid and start time in it say whom to
 * stop, and whether to wait: an owner that is gone leaves a process that is closing (at most `patienceMs`). @throws FolderInUse
 */
export async function takeLock(file: string, owner: ProcessIdentity, patienceMs = 10_000): Promise<Lock> {
  const lock = new DatabaseSync(file, { timeout: retryMs });
  const deadline = Date.now() + patienceMs;
  while (!seize(lock, owner)) {
    const holder = readHolder(lock);
    if (holder !== null && (isRunning(holder) || Date.now() > deadline)) {
      lock.close();
      throw new FolderInUse(holder);
    }
    await wait(retryMs);
  }
  return { release: () => lock.close() };
}

/** The open write transaction is the lock; others can still read. */
function seize(lock: DatabaseSync, owner: ProcessIdentity): boolean {
  try {
    lock.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, start TEXT NOT NULL); BEGIN IMMEDIATE");
    lock.exec("DELETE FROM holder");
    lock.prepare("INSERT INTO holder VALUES (?, ?)").run(owner.pid, owner.start);
    lock.exec("COMMIT; BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (lock.isTransaction) lock.exec("ROLLBACK");
    if (isBusy(error)) return false;
    throw error;
  }
}

function readHolder(lock: DatabaseSync): ProcessIdentity | null {
  try {
    const row = lock.prepare("SELECT pid, start FROM holder").get();
    return row === undefined ? null : { pid: Number(row.pid), start: String(row.start) };
  } catch (error) {
    // It is being written; the next look will see it.
    if (isBusy(error)) return null;
    throw error;
  }
}

function isRunning(holder: ProcessIdentity): boolean {
  return identifyProcess(holder.pid)?.start === holder.start;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
