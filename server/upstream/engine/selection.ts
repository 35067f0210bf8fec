import { getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Member } from "./current-user.ts";
import { beyond, cursorValues, orderBy, readCursor } from "./keyset.ts";
import type { ListQuery } from "./list-query.ts";
import type { Attribute } from "./record.ts";
import { invalidQuery } from "./refusal.ts";
import type { ListRules, Relationship, TableResource } from "./table.ts";

/** Rows are counted up to here; a larger total is a lower bound. */
export const countLimit = 10_000;
/** The most records of a to-many relationship that are included with a record. */
const maxRelated = 250;

/** SQL of one record for a user. @param isLocked keeps other writers away until the transaction ends */
export function selectOne(
  resource: TableResource,
  include: readonly string[],
  currentUser: Member,
  condition: SQL,
  isLocked = false,
): SQL {
  // Without "key": writes that only refer to the record need not wait, and two that refer to each other's do not deadlock.
  return sql`select ${columns(resource, include, currentUser)}${isSharedColumn(resource, currentUser)} from ${resource.table}
    where ${condition} and ${resource.scope(currentUser)} limit 1 ${
      isLocked ? sql`for no key update of ${sql.identifier(getTableName(resource.table))}` : sql``
    }`;
}

/** SQL of some records for a user. */
export function selectSome(
  resource: TableResource,
  include: readonly string[],
  currentUser: Member,
  { where, order, limit }: { where: SQL; order: SQL; limit: number },
): SQL {
  return sql`select ${columns(resource, include, currentUser)}${isSharedColumn(resource, currentUser)} from ${resource.table}
    where ${where} and ${resource.scope(currentUser)} order by ${order} limit ${limit}`;
}

/**
 * SQL of one page of a list, as one row: `rows` (JSON; one record more than the page holds when there are more), `total` (null
 * unless asked for), `exact` (whether the total is no lower bound) and `behind` (whether rows precede the cursor).
 * @param found condition in place of the filter "search"
 */
export function selectPage(
  resource: TableResource,
  rules: ListRules,
  query: ListQuery,
  currentUser: Member,
  found: SQL | null = null,
): SQL {
  const { sort, page, include } = query;
  const cursor = page.before ?? page.after;
  const isBackward = page.before !== null;
  const searched = found === null ? rules : { ...rules, filters: { ...rules.filters, search: () => found } };
  const conditions = [resource.scope(currentUser), ...conditionsOf(searched, query, currentUser)];
  const values = cursor === null ? null : readCursor(cursor, sort, isBackward ? "page[before]" : "page[after]");
  const here = values
    ? [...conditions, beyond(sort, resource.id, values, isBackward ? "before" : "after")]
    : conditions;
  const rows = sql`select ${columns(resource, include, currentUser)}${isSharedColumn(resource, currentUser)}, ${cursorValues(sort, resource.id)} as cursor
    from ${resource.table} where ${all(here)} order by ${orderBy(sort, resource.id, isBackward)} limit ${page.limit + 1}`;
  const behind = values ? isBehind(resource, query, conditions, values) : sql`false`;
  const kept = page.count ? (rules.total?.(currentUser, query.filters) ?? null) : null;
  const total = page.count
    ? sql`(${kept ?? counted(resource, conditions, cursor === null ? page.limit : null)})::integer`
    : sql`null`;
  return sql`with page as materialized (${rows})
    select (select coalesce(json_agg(page), '[]') from page) as rows,
      ${total} as total, ${kept ? sql`true` : sql`false`} as exact, ${behind} as behind`;
}

/** SQL of whether a record exists for the user only by being shared; empty for users who see no shared records. */
function isSharedColumn(resource: TableResource, currentUser: Member): SQL {
  if (currentUser.seesShared !== true) return sql``;
  return sql`, not coalesce(${resource.scope({ ...currentUser, seesShared: false })}, false) as is_shared`;
}

/**
 * SQL of whether rows precede the cursor. Ordered like the list, so that the index finds the next row; `exists` would drop
 * the order and might read half the table.
 */
function isBehind(
  { table, id }: TableResource,
  { sort, page }: ListQuery,
  conditions: readonly SQL[],
  values: readonly string[],
): SQL {
  const isBackward = page.before !== null;
  const there = [...conditions, beyond(sort, id, values, isBackward ? "after" : "before", true)];
  return sql`(select true from ${table} where ${all(there)} order by ${orderBy(sort, id, !isBackward)} limit 1) is not null`;
}

/**
 * SQL of the number of rows, up to the limit. @param firstPage how many rows the page holds when it is the first: if it shows
 * all of them, counting again would double the work
 */
function counted(resource: TableResource, conditions: readonly SQL[], firstPage: number | null): SQL {
  const count = sql`select count(*) from (select from ${resource.table} where ${all(conditions)}
    limit ${countLimit + 1}) counted`;
  if (firstPage === null) return count;
  return sql`select case when count(*) <= ${firstPage} then count(*) else (${count}) end from page`;
}

function conditionsOf(rules: ListRules, { filters }: Pick<ListQuery, "filters">, currentUser: Member): SQL[] {
  return [...filters].flatMap(([name, value]) => {
    const filter = rules.filters[name];
    if (!filter) throw invalidQuery("invalid_filter", `filter[${name}]`, "There is no such filter.");
    const others = () =>
      conditionsOf(rules, { filters: new Map([...filters].filter(([key]) => key !== name)) }, currentUser);
    return filter(value, `filter[${name}]`, currentUser, others) ?? [];
  });
}

/** SQL of the ids of what a list's filters leave for a user, newest first. @param filters texts by name, defaults included */
export function selectIds(
  resource: TableResource,
  rules: ListRules,
  filters: ListQuery["filters"],
  currentUser: Member,
): SQL {
  const conditions = [resource.scope(currentUser), ...conditionsOf(rules, { filters }, currentUser)];
  return sql`select ${resource.id} as id from ${resource.table} where ${all(conditions)}`;
}

function all(conditions: readonly SQL[]): SQL {
  return sql.join([...conditions], sql` and `);
}

const dialect = new PgDialect();
const columnTexts = new WeakMap<TableResource, Map<string, SQL>>();

/**
 * SQL of all that a row gives. For users who see a part of the records, only that part is included; for all others it holds no
 * values, so that its text is made once.
 */
function columns(resource: TableResource, include: readonly string[], currentUser: Member): SQL {
  const dependsOnReader = include.length > 0 || Object.values(resource.attributes).some(({ isShownTo }) => isShownTo);
  if (dependsOnReader && currentUser.seesShared === true) return buildColumns(resource, include, currentUser);
  const texts = columnTexts.get(resource) ?? new Map<string, SQL>();
  columnTexts.set(resource, texts);
  const known = texts.get(include.join());
  if (known) return known;
  const { sql: text, params } = dialect.sqlToQuery(buildColumns(resource, include, null));
  if (params.length > 0) throw new Error(`An attribute of ${resource.type} holds a value.`);
  const made = sql.raw(text);
  texts.set(include.join(), made);
  return made;
}

function buildColumns(resource: TableResource, include: readonly string[], reader: Member | null): SQL {
  const own = [
    sql`${resource.id} as id`,
    sql`${resource.version} as version`,
    sql`${json(resource, reader)} as attributes`,
  ];
  const related = include.flatMap((name): [string, SQL][] => {
    const relationship = resource.relationships[name];
    return relationship ? [[name, relatedJson(relationship, reader)]] : [];
  });
  if (related.length > 0) own.push(sql`${jsonObject(related)} as related`);
  return sql.join(own, sql`, `);
}

function json({ attributes }: TableResource, reader: Member | null, names = Object.keys(attributes)): SQL {
  return jsonObject(
    names.flatMap((name): [string, SQLWrapper][] => {
      const attribute = attributes[name];
      return attribute ? [[name, valueFor(reader, attribute)]] : [];
    }),
  );
}

function valueFor(reader: Member | null, attribute: Attribute): SQLWrapper {
  if (reader === null || attribute.isShownTo === undefined) return attribute.sql;
  const otherwise = attribute.otherwise ?? sql`null`;
  return sql`case when ${attribute.isShownTo(reader)} then ${attribute.sql} else ${otherwise} end`;
}

/** @param reader null for the whole workspace */
function relatedJson({ to, resource, on, order, always = [], without = [] }: Relationship, reader: Member | null): SQL {
  const other = resource();
  const isVisible = reader === null ? null : other.scope(reader);
  const where = isVisible === null || always.length > 0 ? on : sql`${on} and ${isVisible}`;
  const own: [string, SQLWrapper][] = [
    ["id", other.id],
    ["version", other.version],
  ];
  const names = Object.keys(other.attributes).filter((name) => !without.includes(name));
  const whole = jsonObject([...own, ["attributes", json(other, reader, names)]]);
  const part = jsonObject([...own, ["attributes", json(other, reader, [...always])], ["is_partial", sql`true`]]);
  const record =
    isVisible === null || always.length === 0 ? whole : sql`case when ${isVisible} then ${whole} else ${part} end`;
  if (to === "one") return sql`(select ${record} from ${other.table} where ${where} limit 1)`;
  const sorted = order ? sql`order by ${order}` : sql``;
  return sql`(select coalesce(json_agg(record), '[]') from
    (select ${record} as record from ${other.table} where ${where} ${sorted} limit ${sql.raw(String(maxRelated))}) records)`;
}

function jsonObject(members: readonly (readonly [string, SQLWrapper])[]): SQL {
  const parts = members.map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(parts, sql`, `)})`;
}
