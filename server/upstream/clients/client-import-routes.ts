import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict } from "../engine/refusal.ts";
import { isRecord } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, insertOne, nextVersion } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { clientImports, clients } from "../tables.ts";
import { clientImport, clientImportList, clientImportSource, workedWith } from "./client-import.ts";
import { checkInTurns, entries, givenEntry, maxEntries } from "./import-entries.ts";
import {
  findDuplicates,
  insertImportedClients,
  lockClients,
  lockImports,
  removeImportedClients,
  separateDuplicates,
} from "./import-writes.ts";
import { listOf } from "./inputs.ts";

/** A text for each column of a file. */
const columnTexts = z.array(z.string().max(100)).max(1000).default([]);

/** How a file was read, and what it says. */
const reading = z.object({
  ignoredColumns: listOf("Column", 200).default([]),
  encoding: z.string().max(40).nullable().default(null),
  headings: columnTexts,
  columns: columnTexts,
  shape: z.string().max(100).nullable().default(null),
  leavesOut: z.boolean().default(false),
  entries: z
    .array(givenEntry)
    .min(1, "The file has no rows.")
    .max(maxEntries, `A file has at most ${maxEntries.toLocaleString("en-US")} rows.`),
});
const creation = reading.extend({ fileName: lineOf("File name"), source: z.string().nullable().default(null) });

/** Checks a file and writes no clients. Earlier checks of the same agent that were not imported are removed after a day. */
async function check({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { workspaceId, accountId } = currentUser;
  const { fileName, source } = attributes;
  const found = await lookOver(database, currentUser, attributes);
  await database
    .delete(clientImports)
    .where(sql`${clientImports.accountId} = ${accountId} and ${clientImports.workspaceId} = ${workspaceId}
      and ${clientImports.state} = 'checked' and ${clientImports.insertedAt} < now() - interval '1 day'`);
  return insertOne(database, clientImports, { workspaceId, accountId, fileName, source, ...found });
}

/** Checks the file again as it is read now: in another encoding, or with other columns. */
async function checkAgain(write: RecordWrite<z.output<typeof reading>>): Promise<void> {
  const { database, currentUser, attributes, record } = write;
  const found = await lookOver(database, currentUser, attributes);
  // What another page shows of it is not what would be imported any more.
  await database
    .update(clientImports)
    .set({ ...found, ...nextVersion(clientImports) })
    .where(isRecord(clientImport, record.id));
}

/** What a file would bring in, and what it would not. */
async function lookOver(database: Queries, currentUser: Member, given: z.output<typeof reading>) {
  const { ignoredColumns, encoding, headings, columns, shape, leavesOut } = given;
  const { ready, remarks, problems, doubles } = await checkInTurns(given.entries, leavesOut);
  const { fresh, doubles: known } = separateDuplicates(ready, await findDuplicates(database, currentUser, ready));
  const rows = new Set(fresh.map(({ row }) => row));
  return {
    ignoredColumns,
    encoding,
    headings,
    columns,
    shape,
    leavesOut,
    problems,
    entries: fresh,
    ready: fresh.length,
    remarks: remarks.filter(({ row }) => rows.has(row)),
    doubles: [...doubles, ...known].sort((one, other) => one.row - other.row),
  };
}

/** Makes the clients of a file that was looked over, but for those that are there by now. */
async function complete(write: RecordWrite): Promise<void> {
  const { database, currentUser, record } = write;
  await lockImports(database, currentUser);
  const [kept] = await database
    .select({ entries: clientImports.entries, doubles: clientImports.doubles })
    .from(clientImports)
    .where(isRecord(clientImport, record.id));
  if (!kept) throw new Error("The import is gone.");
  const ready = entries.parse(kept.entries);
  const { fresh, doubles } = separateDuplicates(ready, await findDuplicates(database, currentUser, ready));
  await insertImportedClients(database, currentUser, record.id, fresh);
  const values = {
    state: "completed",
    // After everything that it wrote, so that later changes of its clients are recognized.
    completedAt: sql`clock_timestamp()`,
    entries: [],
    source: null,
    ready: 0,
    imported: fresh.length,
    doubles: [...kept.doubles, ...doubles].sort((one, other) => one.row - other.row),
  };
  const changes = [{ field: "clients", before: null, after: fresh.length }];
  await changeRecord(write, clientImport, "completed", values, changes);
}

/** Undoes the whole import: removes all its clients, or none once one of them has been worked with. */
async function undo(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  await lockClients(database, record.id);
  const [used] = await database
    .select({ id: clients.id })
    .from(clients)
    .innerJoin(clientImports, isRecord(clientImport, record.id))
    .where(workedWith)
    .limit(1);
  if (used) throw conflict("import_in_use", "Someone has worked with clients of this import since.");
  await removeImportedClients(database, record.id);
  const changes = [{ field: "clients", before: record.attributes.imported, after: 0 }];
  await changeRecord(write, clientImport, "undone", { state: "undone", undoneAt: sql`now()` }, changes);
}

export const clientImportRoutes: readonly Route[] = [
  listRoute(clientImport, clientImportList, "Imports of clients, newest first"),
  findRoute(clientImport, "An import of clients, with what is wrong by the numbers of its rows"),
  createRoute(clientImport, {
    summary: "Check a file of clients; no client is created",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.import"),
    run: check,
  }),
  findRoute(clientImportSource, "The file of an import that was looked over, compressed (gzip) in base64"),
  changeRoute(clientImport, {
    summary: "Check a file again as it is read now; no client is created",
    input: reading,
    run: checkAgain,
  }),
  changeRoute(clientImport, {
    summary: "Import the clients of a checked file",
    method: "POST",
    below: "/completion",
    needs: "complete",
    run: complete,
  }),
  changeRoute(clientImport, {
    summary: "Undo an import as a whole",
    method: "POST",
    below: "/undoing",
    needs: "undo",
    run: undo,
  }),
];
