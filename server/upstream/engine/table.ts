import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "./current-user.ts";
import type { History } from "./history.ts";
import type { Reads } from "./queries.ts";
import type { Attribute, RecordType } from "./record.ts";

export type Attributes = Readonly<Record<string, unknown>>;

/** A sort key. Its column is NOT NULL, and indexed together with the id. */
export interface SortColumn {
  readonly column: SQLWrapper;
  /** For the ascending order, where unknown values need another expression to come last; indexed as well. */
  readonly ascending?: SQLWrapper;
  /** The type of a cursor's value. */
  readonly as: "moment" | "text" | "number";
}

/**
 * Turns the text of `filter[name]` into a condition, or into none. @param others conditions of the request's other filters
 * @throws Refusal 400 `invalid_filter`
 */
export interface Filter {
  (value: string, parameter: string, currentUser: Member, others: () => readonly SQL[]): SQL | null;
  /** The only values that there are. */
  readonly values?: readonly string[];
}

export interface LookedUp {
  readonly condition: SQL;
  /** SQL of each row's rank, from 1; the order of the sort "rank". */
  readonly rank: SQL;
}

/** A filter whose rows another query finds first. Its value is checked by the filter of the same name. */
export type LookUp = (database: Reads, currentUser: Member, value: string) => Promise<LookedUp>;

/** The sort by a look-up's rank; no order without a look-up. */
export const rankOfLookUp: SortColumn = { column: sql`0::numeric`, as: "number" };

export interface ListRules {
  readonly sorts: Readonly<Record<string, SortColumn>>;
  /** As in a `sort` parameter. */
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, Filter>>;
  /** The condition of rows with similar words, where none has those of the filter "search"; null when there are none. */
  readonly similar?: (database: Reads, currentUser: Member, typed: string) => Promise<SQL | null>;
  /** By the names of the filters that check their values; a request uses at most one. */
  readonly lookUps?: Readonly<Record<string, LookUp>>;
  /** Values of filters that a request does not give. */
  readonly defaultFilters?: Readonly<Record<string, string>>;
  /** Filters whose value decides which index serves best: such a list is not a prepared statement. */
  readonly plannedByValue?: readonly string[];
  /** SQL of a stored total for these filters (texts by name, defaults included); null where rows have to be counted. */
  readonly total?: (currentUser: Member, filters: ReadonlyMap<string, string>) => SQL | null;
}

export interface Relationship {
  readonly to: "one" | "many";
  /** A function, since two resources may name each other. */
  readonly resource: () => TableResource;
  /** Joins the other table to this one's row. */
  readonly on: SQL;
  /** Order of the many. */
  readonly order?: SQL;
  /** Attributes that are shown even where the record itself does not exist for the user; without any it is left out. */
  readonly always?: readonly string[];
  /** Attributes that an included record lacks because they are expensive. */
  readonly without?: readonly string[];
}

export interface TableResource<Table extends PgTable = PgTable, Event extends string = never> {
  readonly type: string;
  readonly of: RecordType;
  readonly path: string;
  readonly table: Table;
  readonly id: PgColumn;
  readonly version: SQLWrapper;
  readonly history: History<Event> | null;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
  /** The rows that exist for a user; part of every query of the resource. */
  readonly scope: (currentUser: Member) => SQL;
  /** What a user may do to a record that exists for them. */
  readonly can: (currentUser: Member, attributes: Attributes, id: string) => readonly string[];
  readonly list: ListRules | null;
  /** The parent whose children are moved together: it is locked before a child, or two moves would deadlock. */
  readonly whole: { readonly table: PgTable; readonly id: PgColumn } | null;
}

interface TableDefinition<Table extends PgTable, Event extends string>
  extends Pick<TableResource<Table, Event>, "type" | "path" | "table" | "attributes" | "scope" | "can"> {
  readonly relationships?: TableResource["relationships"];
  readonly list?: ListRules;
  readonly history?: History<Event>;
  readonly whole?: TableResource["whole"];
}

/** Defines a table's resource by its columns `id` and `version`; without a version a record never changes. */
export function defineTable<Table extends PgTable, Event extends string = never>({
  relationships = {},
  list,
  history,
  whole,
  ...rest
}: TableDefinition<Table, Event>): TableResource<Table, Event> {
  const { id, version = sql`1` } = getTableColumns<PgTable>(rest.table);
  if (id === undefined) throw new Error(`The table of ${rest.type} has no id.`);
  const schemas = Object.entries(rest.attributes).map(([name, { schema }]): [string, z.ZodType] => [name, schema]);
  let of: RecordType | undefined;
  return {
    ...rest,
    id,
    version,
    history: history ?? null,
    relationships,
    list: list ?? null,
    whole: whole ?? null,
    // When first needed, every resource that a relationship names is defined.
    get of() {
      of ??= {
        type: rest.type,
        attributes: z.object(Object.fromEntries(schemas)),
        relationships: Object.fromEntries(
          Object.entries(relationships).map(([name, { to, resource }]) => [name, { to, type: resource().type }]),
        ),
      };
      return of;
    },
  };
}

/** SQL of the one record with this id. */
export function isRecord({ id: column }: Pick<TableResource, "id">, id: string): SQL {
  return sql`${column} = ${id}`;
}

export interface TenantTable {
  readonly workspaceId: PgColumn;
}

/** SQL of the rows of the current user's workspace. */
export function inWorkspace(table: TenantTable, currentUser: Pick<Member, "workspaceId">): SQL {
  return sql`${table.workspaceId} = ${currentUser.workspaceId}`;
}
