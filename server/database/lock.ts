import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** Identifies a process for good: pids repeat, above all in containers. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from the machine's start to the process's; "" where the system does not say (it is Linux that does). */
  readonly start: string;
}

/** Another process uses the folder; `holder` is the one to stop. */
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

/** Identifies a process of this machine; null when there is none with this pid. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  try {
    // Field 22 of proc_pid_stat(5). The second field is a name in brackets that may itself hold blanks and brackets.
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
    // A process of another user is there all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Takes the lock at `file` for `owner`, and keeps it until it is released or this process ends, however it ends.
 *
 * The lock itself is the operating system's lock on an SQLite file: it needs no guess whether a file was left behind by
 * a dead process, and it holds between containers that cannot see each other's processes. The pid and start time kept in
 * the file say whom to stop, and whether waiting is worth while: an owner that is gone leaves behind a process that is
 * just closing, so the lock is waited for (at most `patienceMs`).
 * @throws FolderInUse
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

/** Leaves the database with a write transaction that stays open: that is the lock, and others can still read. */
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
    // Being written at this moment: the next look will see it.
    if (isBusy(error)) return null;
    throw error;
  }
}

function isRunning(holder: ProcessIdentity): boolean {
  return identifyProcess(holder.pid)?.start === holder.start;
}

/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
