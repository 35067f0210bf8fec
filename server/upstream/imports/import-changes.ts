/** What a file says of records that are there already: offered, chosen, written, and taken back with the import. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { readSome } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { Refusal } from "../engine/refusal.ts";
import { toCamel } from "../engine/spelling.ts";
import type { TableResource } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import type { ImportChange, ImportEntry } from "../tables.ts";
import type { ImportWrite } from "./running.ts";

export interface ChangeRules<Entry extends ImportEntry, Attributes extends z.ZodObject> {
  readonly resource: TableResource;
  /** Attributes on the wire that a file may change, and what they are called on pages. */
  readonly labels: Readonly<Record<string, string>>;
  /** What a row says of them, in wire spelling; null and undefined say nothing. */
  readonly saidBy: (entry: Entry, record: WireRecord) => Readonly<Record<string, unknown>>;
  readonly input: Attributes;
  readonly update: (write: RecordWrite<z.output<Attributes>>) => Promise<unknown>;
}

/** The differences between rows and the records that they are about. @param known records by row number */
export async function findChanges<Entry extends ImportEntry, Attributes extends z.ZodObject>(
  { resource, labels, saidBy }: ChangeRules<Entry, Attributes>,
  { database, currentUser }: Pick<ImportWrite, "database" | "currentUser">,
  rows: readonly Entry[],
  known: ReadonlyMap<number, string>,
  nameOf: (entry: Entry) => string,
): Promise<ImportChange[]> {
  const ids = [...new Set(known.values())];
  const { table } = resource;
  const records = await readSome(database, resource, currentUser, {
    where: sql`${table}.id = any(${sql.param(ids)}::uuid[])`,
    order: sql`1`,
    limit: ids.length + 1,
  });
  const byId = new Map(records.map((record) => [record.id, record]));
  return rows.flatMap((entry) => {
    const record = byId.get(known.get(entry.row) ?? "");
    if (record?.can?.includes("update") !== true) return [];
    const said = saidBy(entry, record);
    const fields = Object.entries(labels).flatMap(([field, label]) => {
      const [before, after] = [record.attributes[field] ?? null, said[field] ?? null];
      return after === null || areAlike(before, after) ? [] : [{ field, label, before, after }];
    });
    const change = { row: entry.row, id: record.id, name: nameOf(entry), state: "offered" as const, fields };
    return fields.length === 0 ? [] : [change];
  });
}

/** Case and blanks of texts, and zeros of amounts, make no difference. */
function areAlike(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable(value: unknown): unknown {
  if (typeof value === "string") {
    const text = value.replaceAll(/\s+/g, " ").trim().toLowerCase();
    return /^\d+\.\d+$/.test(text) ? Number(text) : /^\d{1,12}$/.test(text) ? Number(text) : text;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, comparable(part)]));
}

/**
 * Writes changes, or takes them back: of each the fields that are as they were when it was offered or written.
 * @returns what became of them
 */
export async function writeChanges<Entry extends ImportEntry, Attributes extends z.ZodObject>(
  { resource, input, update }: ChangeRules<Entry, Attributes>,
  { importId, ...write }: ImportWrite,
  changes: readonly ImportChange[],
  isBack: boolean,
): Promise<ImportChange[]> {
  const written: ImportChange[] = [];
  for (const change of changes) {
    const record = await findToChange(write, resource, change.id);
    const fields = change.fields.filter(({ field, before, after }) =>
      areAlike(record?.attributes[field] ?? null, isBack ? after : before),
    );
    const values = Object.fromEntries(
      fields.map(({ field, before, after }) => [toCamel(field), isBack ? before : after]),
    );
    const attributes = input.safeParse(values);
    const isWritten = record !== null && fields.length > 0 && attributes.success;
    if (isWritten) await update({ ...write, partOf: importId, record, attributes: attributes.data });
    const isAll = isWritten && fields.length === change.fields.length;
    if (isBack) written.push({ ...change, state: isAll ? "undone" : "kept" });
    else written.push({ ...change, fields, state: isWritten ? "applied" : "skipped" });
  }
  return written;
}

async function findToChange(
  write: Omit<ImportWrite, "importId">,
  resource: TableResource,
  id: string,
): Promise<WireRecord | null> {
  try {
    return await requireRecord(write, resource, id, "update", { isLocked: true });
  } catch (error) {
    // It is gone, or somebody else's by now.
    if (error instanceof Refusal) return null;
    throw error;
  }
}
