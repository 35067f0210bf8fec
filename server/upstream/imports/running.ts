/** Imports the rows of checked files, and takes imported records back: some in each transaction, so that nobody waits for them. */
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { JobQueue, Jobs } from "../../jobs/jobs.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { isRecord, type TableResource } from "../engine/table.ts";
import type { Write } from "../engine/table-routes.ts";
import { nextVersion } from "../engine/writing.ts";
import { findMaker } from "../identity/maker.ts";
import { mayOn } from "../permissions.ts";
import type { DuplicateEntry, ImportChange, ImportEntry, ImportTable } from "../tables.ts";

/** A step of an import, inside its transaction. */
export type ImportWrite = Omit<Write, "attributes"> & { readonly importId: string };

/** How records of one kind come out of their files. */
export interface ImportedKind<Entry extends ImportEntry> {
  readonly resource: TableResource<ImportTable, "completed">;
  readonly topic: string;
  /** In one transaction: a fifth of a second's work. */
  readonly rowsAtOnce: number;
  readonly entries: z.ZodType<Entry[]>;
  readonly nameOf: (entry: Entry) => string;
  /** The attribute with a duplicate's record, as in "client_id". */
  readonly link: string;
  /** Existing records by row number, archived ones, too. */
  readonly findThere: (
    database: Queries,
    currentUser: Member,
    ready: readonly Entry[],
  ) => Promise<ReadonlyMap<number, string>>;
  readonly changes: {
    readonly find: (
      write: Pick<ImportWrite, "database" | "currentUser">,
      ready: readonly Entry[],
      known: ReadonlyMap<number, string>,
    ) => Promise<ImportChange[]>;
    readonly write: (write: ImportWrite, changes: readonly ImportChange[], isBack: boolean) => Promise<ImportChange[]>;
  };
  readonly insert: (write: ImportWrite, fresh: readonly Entry[]) => Promise<void>;
  /** Null where no import is undone. */
  readonly undo: ImportUndo | null;
}

export interface ImportUndo {
  readonly resource: TableResource<ImportTable, "undone">;
  /** Locks an import's records. */
  readonly lock: (database: Queries, importId: string) => Promise<void>;
  /** SQL of whether somebody worked with its records. */
  readonly isUsed: SQL;
  /** Removes up to so many records with which nobody worked. @returns how many */
  readonly removeSome: (database: Queries, importId: string, most: number) => Promise<number>;
  /** SQL of how many of its records are there. */
  readonly left: SQL;
}

export interface ImportSteps {
  readonly type: string;
  /** Begins to import or to undo, as its state says: at once where it is one step, by a job where it is more. */
  readonly begin: (write: ImportWrite, rows: number) => Promise<void>;
  readonly run: (parts: ImportParts, importId: string, accountId: string, signal: AbortSignal) => Promise<void>;
}

interface ImportParts {
  readonly database: Queries;
  readonly jobs: Pick<Jobs, "send">;
  readonly clock: () => Date;
}

/** The key is the type and the id of an import, and the account that works on it. */
export const importQueue: JobQueue = {
  name: "import",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 3600,
  retries: 6,
  retrySeconds: 5,
};

/** Splits existing from new records. */
export async function separate<Entry extends ImportEntry>(
  { findThere, nameOf, link }: Pick<ImportedKind<Entry>, "findThere" | "nameOf" | "link">,
  { database, currentUser }: Pick<ImportWrite, "database" | "currentUser">,
  ready: readonly Entry[],
) {
  const there = await findThere(database, currentUser, ready);
  const known: DuplicateEntry[] = ready.flatMap((entry) => {
    const id = there.get(entry.row);
    return id === undefined ? [] : [{ row: entry.row, name: nameOf(entry), [link]: id, same_as_row: null }];
  });
  return { fresh: ready.filter(({ row }) => !there.has(row)), known, there };
}

export function byRow(doubles: readonly DuplicateEntry[]): DuplicateEntry[] {
  return doubles.toSorted((one, other) => one.row - other.row);
}

export function importSteps<Entry extends ImportEntry>(kind: ImportedKind<Entry>): ImportSteps {
  const { resource, rowsAtOnce, topic } = kind;
  const { table, type } = resource;

  const change = (database: Queries, id: string, values: Parameters<ReturnType<Queries["update"]>["set"]>[0]) =>
    database
      .update(table)
      .set({ ...nextVersion(table), ...values })
      .where(isRecord(resource, id));

  /** @returns whether more is to do */
  async function step(write: ImportWrite): Promise<boolean> {
    const { database, importId, currentUser } = write;
    const { state, ready, position, imported, doubles, accountId } = table;
    const [found] = await database
      .select({ state, ready, position, imported, doubles, accountId })
      .from(table)
      .where(isRecord(resource, importId))
      .for("update");
    const isAllowed = found !== undefined && mayOn(currentUser, "records.import", found.accountId);
    if (found?.state === "running") return importSome(write, found, isAllowed);
    if (found?.state === "undoing") return undoSome(write, found, isAllowed);
    return false;
  }

  type Found = Pick<typeof table.$inferSelect, "ready" | "position" | "imported" | "doubles">;

  async function importSome(write: ImportWrite, found: Found, isAllowed: boolean): Promise<boolean> {
    const { database, importId, currentUser } = write;
    // Two files may have the same record.
    const lock = `${resource.path} ${currentUser.workspaceId}`;
    await database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    const end = isAllowed ? Math.min(found.position + rowsAtOnce, found.ready) : found.position;
    const { fresh, known } = await separate(kind, write, await entriesIn(database, importId, found.position, end));
    if (fresh.length > 0) await kind.insert(write, fresh);
    const imported = found.imported + fresh.length;
    const doubles = known.length === 0 ? {} : { doubles: byRow([...found.doubles, ...known]) };
    const isLast = !isAllowed || end >= found.ready;
    const isMore = !isLast || (isAllowed && (await changeSome(write, "chosen")));
    // After its events, so that later ones are recognized.
    const over = { state: "completed", completedAt: sql`clock_timestamp()`, entries: [], source: null, ready: 0 };
    await change(database, importId, { position: end, imported, ...doubles, ...(isMore ? {} : over) });
    if (!isMore)
      await recordEvent(write, resource, "completed", importId, [{ field: topic, before: null, after: imported }]);
    return isMore;
  }

  /** @param state of the changes: chosen ones are written, written ones taken back @returns whether there were any */
  async function changeSome(write: ImportWrite, state: "chosen" | "applied"): Promise<boolean> {
    const { database, importId } = write;
    const [found] = await database.select({ changes: table.changes }).from(table).where(isRecord(resource, importId));
    const all = found?.changes ?? [];
    const some = all.filter((one) => one.state === state).slice(0, rowsAtOnce);
    if (some.length === 0) return false;
    const written = new Map((await kind.changes.write(write, some, state === "applied")).map((one) => [one.row, one]));
    await change(database, importId, { changes: all.map((one) => written.get(one.row) ?? one) });
    return true;
  }

  async function entriesIn(database: Queries, importId: string, from: number, end: number): Promise<Entry[]> {
    if (from === end) return [];
    const { rows } = await database.execute<{ entries: unknown }>(sql`
      select jsonb_path_query_array(${table.entries}, '$[$from to $last]',
        jsonb_build_object('from', ${from}::int, 'last', ${end - 1}::int)) as entries
      from ${table} where ${isRecord(resource, importId)}`);
    return kind.entries.parse(rows[0]?.entries);
  }

  async function undoSome(write: ImportWrite, found: Found, isAllowed: boolean): Promise<boolean> {
    const { database, importId } = write;
    const { undo } = kind;
    if (undo === null) return false;
    if (isAllowed && (await changeSome(write, "applied"))) return true;
    if (isAllowed && (await undo.removeSome(database, importId, rowsAtOnce)) > 0) return true;
    const { rows } = await database.execute<{ kept: number }>(
      sql`select ${undo.left} as kept from ${table} where ${isRecord(resource, importId)}`,
    );
    const kept = rows[0]?.kept ?? 0;
    await change(database, importId, { state: "undone", undoneAt: sql`now()`, imported: found.imported - kept });
    await recordEvent(write, undo.resource, "undone", importId, [
      { field: topic, before: found.imported, after: kept },
    ]);
    return false;
  }

  /** Where nobody is left to go on: what is done stays. */
  async function giveUp(database: Queries, importId: string): Promise<false> {
    const state = sql`case ${table.state} when 'running' then 'completed' when 'undoing' then 'undone' else ${table.state} end`;
    await change(database, importId, { state });
    return false;
  }

  return {
    type,
    async begin(write, rows) {
      if (rows > rowsAtOnce)
        await write.afterCommit(importQueue, `${type} ${write.importId} ${write.currentUser.accountId}`);
      else while (await step(write));
    },
    async run({ database, jobs, clock }, importId, accountId, signal) {
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted();
        isMore = await database.transaction(async (transaction) => {
          const now = clock();
          const job = { table, id: importId, accountId: sql`${accountId}::uuid`, now };
          const currentUser = await findMaker(transaction, job);
          if (currentUser === null) return giveUp(transaction, importId);
          const afterCommit = (queue: JobQueue, key: string) => jobs.send(queue, key, transaction);
          return step({ database: transaction, currentUser, afterCommit, now, importId });
        });
      }
    },
  };
}

/** Goes on with an import after an interruption. @param key of the job */
export async function runImport(
  parts: ImportParts,
  kinds: readonly ImportSteps[],
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const [type, importId = "", accountId = ""] = key.split(" ");
  await kinds.find((steps) => steps.type === type)?.run(parts, importId, accountId, signal);
}
