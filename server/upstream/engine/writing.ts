import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { isDuplicate } from "../../database/fault.ts";
import type { AttributeChange } from "../tables.ts";
import type { Member } from "./current-user.ts";
import { changesOf, recordEvent, type WriteContext } from "./history.ts";
import type { Queries } from "./queries.ts";
import { readOne } from "./reading.ts";
import type { WireRecord } from "./record.ts";
import { forbidden, type Refusal } from "./refusal.ts";
import { toCamel } from "./spelling.ts";
import { isRecord, type TableResource } from "./table.ts";

/** A change of a record inside its transaction; the record is as it was before. */
export interface RecordContext extends WriteContext {
  readonly record: WireRecord;
}

type TableWithId = PgTable & { readonly id: PgColumn };

/** Inserts one row. @returns its id */
export async function insertOne<Table extends TableWithId>(
  database: Queries,
  table: Table,
  values: PgInsertValue<Table>,
): Promise<string> {
  const [row] = await database.insert(table).values(values).returning({ id: table.id });
  if (!row) throw new Error("The row was not inserted.");
  return String(row.id);
}

/** Inserts many rows with one parameter, since one for each value is slow. @param rows JSON values, the same columns in each */
export async function insertMany<Table extends PgTable>(
  database: Queries,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.entries(getTableColumns(table)).flatMap(([key, { name }]) =>
    key in first ? [{ key, name }] : [],
  );
  const columns = sql.join(
    names.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const given = rows.map((row) => Object.fromEntries(names.map(({ key, name }) => [name, Reflect.get(row, key)])));
  await database.execute(sql`insert into ${table} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(given)}::jsonb)`);
}

/** The columns that every change sets: version and, if there is one, `updatedAt`. */
export function nextVersion(table: PgTable): { version: SQL; updatedAt?: SQL } {
  const { version, updatedAt } = getTableColumns(table);
  const next = { version: sql`${version} + 1` };
  return updatedAt === undefined ? next : { ...next, updatedAt: sql`now()` };
}

/** Inserts a record and its first event. @param changes of the event; the resource's summary when not given */
export async function createRecord<Table extends TableWithId, Event extends string>(
  write: WriteContext,
  resource: TableResource<Table, Event>,
  event: Event,
  values: PgInsertValue<Table>,
  changes: readonly AttributeChange[] = summaryOf(resource, values),
): Promise<string> {
  const id = await insertOne(write.database, resource.table, values);
  await recordEvent(write, resource, event, id, changes);
  return id;
}

function summaryOf({ history }: TableResource, values: object): AttributeChange[] {
  const given = new Map<string, unknown>(Object.entries(values));
  return (history?.summary ?? []).flatMap((field) => {
    const after = given.get(toCamel(field)) ?? null;
    return after === null ? [] : [{ field, before: null, after }];
  });
}

/**
 * Writes a record's columns and an event. @param changes of the event; when not given, what differs from the record, and if
 * nothing does, nothing is written. @param condition SQL without which nothing is written. @returns whether it was written
 */
export async function changeRecord<Table extends PgTable, Event extends string>(
  write: RecordContext,
  resource: TableResource<Table, Event>,
  event: Event,
  values: PgUpdateSetSource<Table>,
  changes?: readonly AttributeChange[],
  condition: SQL = sql`true`,
): Promise<boolean> {
  const { id } = write.record;
  const listed = changes ?? changesOf(write.record, Object.fromEntries(Object.entries(values)));
  if (changes === undefined && listed.length === 0) return false;
  const { rowCount } = await write.database
    .update(resource.table)
    .set({ ...nextVersion(resource.table), ...values })
    .where(sql`${isRecord(resource, id)} and ${condition}`);
  if (rowCount === 0) return false;
  await recordEvent(write, resource, event, id, listed);
  return true;
}

/** Deletes a record and adds its last event. @param changes of the event; the resource's summary when not given */
export async function removeRecord<Event extends string>(
  write: RecordContext,
  resource: TableResource<PgTable, Event>,
  event: Event,
  changes?: readonly AttributeChange[],
): Promise<void> {
  const { id, attributes } = write.record;
  const summary = resource.history?.summary ?? [];
  const listed = changes ?? summary.map((field) => ({ field, before: attributes[field], after: null }));
  // The event comes first, since it is read from the row.
  await recordEvent(write, resource, event, id, listed);
  await write.database.delete(resource.table).where(isRecord(resource, id));
}

/** Reads a record for an action in `meta.can`. @throws Refusal 404, 403 */
export async function requireRecord(
  { database, currentUser }: { readonly database: Queries; readonly currentUser: Member },
  resource: TableResource,
  id: string,
  action: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<WireRecord> {
  const { table, whole } = resource;
  if (isLocked && whole !== null)
    await database.execute(sql`select from ${whole.table}
      where ${getTableColumns(whole.table).id} = (select ${whole.id} from ${table} where ${isRecord(resource, id)}) for no key update`);
  const { record } = await readOne(database, resource, currentUser, id, { isLocked });
  if (!record.can?.includes(action)) throw forbidden();
  return record;
}

/** Waits for a write. @throws Refusal as given when the unique constraint is violated */
export async function refuseDuplicate<Result>(
  write: Promise<Result>,
  constraint: string,
  refusal: () => Refusal,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicate(error, constraint) ? refusal() : error;
  }
}
