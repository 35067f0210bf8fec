/** A resource that is a table: what its records look like and how they may be listed. One small file defines each. */
import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "./current-user.ts";
import type { History } from "./history.ts";
import type { Reads } from "./queries.ts";
import type { Attribute, RecordType } from "./record.ts";

export type Attributes = Readonly<Record<string, unknown>>;

/** What a list can be sorted by. The column has to be NOT NULL, and indexed together with the id. */
export interface SortColumn {
  readonly column: SQLWrapper;
  /** For the ascending order, where that needs another expression for unknown values to come last; indexed as well. */
  readonly ascending?: SQLWrapper;
  /** How a cursor's value is read back. */
  readonly as: "moment" | "text" | "number";
}

/**
 * Turns the text of a `filter[name]` into a condition, or into none.
 * @param others gives the conditions of the request's other filters, for one that picks among what those leave
 * @throws Refusal 400 `invalid_filter`
 */
export interface Filter {
  (value: string, parameter: string, currentUser: Member, others: () => readonly SQL[]): SQL | null;
  /** The only values that there are. */
  readonly values?: readonly string[];
}

/** What a look-up finds for a filter. */
export interface LookedUp {
  readonly condition: SQL;
  /** SQL of each row's place, from 1; the order of the sort "rank". */
  readonly rank: SQL;
}

/** A filter by what a query of its own finds, before the list's. Its value is checked by the filter of the same name. */
export type LookUp = (database: Reads, currentUser: Member, value: string) => Promise<LookedUp>;

/** What a list is sorted by in the order of a look-up; by nothing without one. */
export const rankOfLookUp: SortColumn = { column: sql`0::numeric`, as: "number" };

export interface ListRules {
  readonly sorts: Readonly<Record<string, SortColumn>>;
  /** As in a `sort` parameter. */
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, Filter>>;
  /**
   * Where nothing has the words of the filter "search": the condition of what has similar ones, or null when there are none.
   * @param typed the filter's text
   */
  readonly similar?: (database: Reads, currentUser: Member, typed: string) => Promise<SQL | null>;
  /** By the names of their filters, which check the values; a request makes use of one at most. */
  readonly lookUps?: Readonly<Record<string, LookUp>>;
  /** Filters that apply when the request does not give them. */
  readonly defaultFilters?: Readonly<Record<string, string>>;
  /** Filters whose value decides which index serves best: a list with one of them is planned every time. */
  readonly plannedByValue?: readonly string[];
  /**
   * SQL of a number that is kept at hand, for these filters (texts by name, defaults included), or null: then rows are
   * counted, up to a limit.
   */
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
  /** Attributes that whoever sees this row is given also of a record that does not exist for them otherwise; without any it is left out. */
  readonly always?: readonly string[];
  /** Attributes that an included record lacks, since each would take looking at many other rows. */
  readonly without?: readonly string[];
}

/**
 * @typeParam Table its drizzle table
 * @typeParam Event the events of its history
 */
export interface TableResource<Table extends PgTable = PgTable, Event extends string = never> {
  readonly type: string;
  readonly of: RecordType;
  /** "/clients" */
  readonly path: string;
  readonly table: Table;
  readonly id: PgColumn;
  /** Changes with every change of the record itself. */
  readonly version: SQLWrapper;
  /** What the history says about it; null for records that have none. */
  readonly history: History<Event> | null;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
  /** The rows that exist for a user. Every read and write of the resource goes through it. */
  readonly scope: (currentUser: Member) => SQL;
  /** What a user may do to a record that exists for them. */
  readonly can: (currentUser: Member, attributes: Attributes, id: string) => readonly string[];
  readonly list: ListRules | null;
  /** The record whose parts move each other: it is locked before any part is, or two moves would wait for each other. */
  readonly whole: { readonly table: PgTable; readonly id: PgColumn } | null;
}

export interface TableDefinition<Table extends PgTable, Event extends string>
  extends Pick<TableResource<Table, Event>, "type" | "path" | "table" | "attributes" | "scope" | "can"> {
  readonly relationships?: TableResource["relationships"];
  readonly list?: ListRules;
  readonly history?: History<Event>;
  readonly whole?: TableResource["whole"];
}

/** Defines a table's resource. Its id and version are the table's columns of these names; without one it never changes. */
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
    // Made when it is first needed: by then every resource that a relationship names is defined.
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

/** A table whose rows belong to one workspace each. */
export interface TenantTable {
  readonly workspaceId: PgColumn;
}

/** SQL of the rows of the current user's workspace, whoever they are assigned to. */
export function inWorkspace(table: TenantTable, currentUser: Pick<Member, "workspaceId">): SQL {
  return sql`${table.workspaceId} = ${currentUser.workspaceId}`;
}
