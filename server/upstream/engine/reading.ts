import { type SQL, sql } from "drizzle-orm";
import type { Answer, PageState } from "./answer.ts";
import type { Member } from "./current-user.ts";
import { lookUp, rankedBy } from "./filters.ts";
import { writeCursor } from "./keyset.ts";
import type { ListQuery } from "./list-query.ts";
import type { Reads } from "./queries.ts";
import type { Linkage, WireRecord } from "./record.ts";
import { editConflict, notFound } from "./refusal.ts";
import { countLimit, selectOne, selectPage, selectSome } from "./selection.ts";
import { recordTag } from "./serialization.ts";
import { type Attributes, isRecord, type ListRules, type TableResource } from "./table.ts";

interface StoredRecord {
  readonly id: string;
  readonly version: number;
  readonly attributes: Attributes;
  /** Whether the user sees the record only through another one, with some of its attributes. */
  readonly is_partial?: boolean | null;
}

interface Row extends StoredRecord {
  readonly related?: Readonly<Record<string, StoredRecord | readonly StoredRecord[] | null>>;
  readonly cursor?: readonly string[];
  /** Whether the user may only look at the record and at what is included. */
  readonly is_shared?: boolean;
}

export interface Reading {
  readonly record: WireRecord;
  readonly included: readonly WireRecord[];
}

/**
 * Reads one record that exists for the current user. @param isLocked against other writes until the transaction ends
 * @throws Refusal 404
 */
export async function readOne(
  database: Reads,
  resource: TableResource,
  currentUser: Member,
  id: string,
  { include = [], isLocked = false }: { include?: readonly string[]; isLocked?: boolean } = {},
): Promise<Reading> {
  const query = selectOne(resource, include, currentUser, isRecord(resource, id), isLocked);
  const { rows } = await database.execute<Row & Record<string, unknown>>(query);
  const [row] = rows;
  if (!row) throw notFound();
  return makeReading(resource, include, currentUser, row);
}

/** Reads one record; null where it does not exist for the current user. */
export async function findRecord(
  database: Reads,
  resource: TableResource,
  currentUser: Member,
  id: string,
): Promise<WireRecord | null> {
  const only = { where: isRecord(resource, id), order: sql`1`, limit: 1 };
  const [record] = await readSome(database, resource, currentUser, only);
  return record ?? null;
}

/** Reads a few records without pages. */
export async function readSome(
  database: Reads,
  resource: TableResource,
  currentUser: Member,
  selection: { where: SQL; order: SQL; limit: number },
): Promise<readonly WireRecord[]> {
  const { rows } = await database.execute<Row & Record<string, unknown>>(
    selectSome(resource, [], currentUser, selection),
  );
  return rows.map((row) => makeReading(resource, [], currentUser, row).record);
}

/** Reads one page of a list; where the search finds nothing, records with similar words. */
export async function readPage(
  database: Reads,
  resource: TableResource,
  given: ListRules,
  asked: ListQuery,
  currentUser: Member,
): Promise<Answer> {
  const { rules, rank } = await lookUp(database, given, asked.filters, currentUser);
  const query = { ...asked, sort: rankedBy(rank, asked.sort) };
  const exact = await readRows(database, selectPage(resource, rules, query, currentUser));
  const found = isNothing(exact) ? await findSimilar(database, rules, query, currentUser) : null;
  const result =
    found === null ? exact : await readRows(database, selectPage(resource, rules, query, currentUser, found));
  const isSimilar = result !== exact && !isNothing(result);
  const { limit, before } = query.page;
  const shown = result.rows.slice(0, limit);
  if (before !== null) shown.reverse();
  const readings = shown.map((row) => makeReading(resource, query.include, currentUser, row));
  const records = readings.map(({ record }) => record);
  const page = { ...pageState(query, result, shown), ...(isSimilar && { isSimilar }) };
  if (query.include.length === 0) return { kind: "records", of: resource.of, records, page };
  return { kind: "records", of: resource.of, records, included: unite(readings), page };
}

interface PageRow {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly exact: boolean;
  readonly behind: boolean;
}

async function readRows(database: Reads, statement: SQL): Promise<PageRow> {
  const [result] = (await database.execute<PageRow & Record<string, unknown>>(statement)).rows;
  if (!result) throw new Error("A page is always one row.");
  return result;
}

const isNothing = ({ rows, behind }: PageRow) => rows.length === 0 && !behind;

function findSimilar(
  database: Reads,
  { similar }: ListRules,
  { filters }: ListQuery,
  currentUser: Member,
): Promise<SQL | null> | null {
  const typed = filters.get("search");
  return typed === undefined || similar === undefined ? null : similar(database, currentUser, typed);
}

function pageState(
  { sort, page }: ListQuery,
  { rows, total, exact, behind }: PageRow,
  shown: readonly Row[],
): PageState {
  const hasMore = rows.length > page.limit;
  const isBackward = page.before !== null;
  const cursorOf = (row: Row | undefined, stands: boolean) =>
    stands && row?.cursor ? writeCursor(sort, row.cursor) : null;
  const state = {
    limit: page.limit,
    before: cursorOf(shown[0], isBackward ? hasMore : behind),
    after: cursorOf(shown.at(-1), isBackward ? behind : hasMore),
  };
  if (total === null) return state;
  const isEstimated = !exact && total > countLimit;
  return { ...state, total: isEstimated ? countLimit : total, totalIsEstimated: isEstimated };
}

function makeReading(resource: TableResource, include: readonly string[], currentUser: Member, row: Row): Reading {
  const isShared = row.is_shared === true;
  const relationships: Record<string, Linkage | undefined> = {};
  const included: WireRecord[] = [];
  for (const [name, { to, resource: other }] of Object.entries(resource.relationships)) {
    const related = include.includes(name) ? (row.related?.[name] ?? null) : undefined;
    const records = [related ?? []].flat().map((stored) => makeRecord(other(), currentUser, stored, isShared));
    const identifiers = records.map(({ type, id }) => ({ type, id }));
    relationships[name] = related === undefined ? undefined : to === "many" ? identifiers : (identifiers[0] ?? null);
    included.push(...records);
  }
  const record = makeRecord(resource, currentUser, row, isShared);
  return { record: Object.keys(relationships).length > 0 ? { ...record, relationships } : record, included };
}

function makeRecord(resource: TableResource, currentUser: Member, stored: StoredRecord, isShared: boolean): WireRecord {
  const { id, version, attributes } = stored;
  if (stored.is_partial) return { type: resource.type, id, attributes, can: [], isPartial: true };
  const path = `${resource.path}/${id}`;
  const can = isShared ? [] : resource.can(currentUser, attributes, id);
  return { type: resource.type, id, version, attributes, path, can };
}

function unite(readings: readonly Reading[]): WireRecord[] {
  const all = readings.flatMap(({ included }) => included);
  return [...new Map(all.map((record) => [`${record.type} ${record.id}`, record])).values()];
}

/**
 * Compares If-Match with a record. The tag `"<id>-<version>"` is taken, and so is the ETag of an answer that shows the record,
 * which has a digest behind it: what else that answer showed is no reason to refuse the write. @throws Refusal 412
 */
export function checkIfMatch(headers: Headers, record: WireRecord): void {
  const header = headers.get("if-match");
  if (header === null || header.trim() === "*") return;
  const tag = recordTag(record);
  const matches = header.split(",").some((part) => {
    const [, opaque] = /^"([^"]*)"$/.exec(part.trim()) ?? [];
    return opaque !== undefined && (opaque === tag || opaque.startsWith(`${tag}.`));
  });
  if (!matches) throw editConflict();
}
