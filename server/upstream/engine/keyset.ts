/**
 * Keyset pages: a cursor holds the sorted values and the id of a row, as text, so that timestamps keep their microseconds.
 * It needs no signature: it only says from where to read among rows that the current user may see.
 */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Sort, SortKey } from "./list-query.ts";
import { momentText } from "./record.ts";
import { invalidQuery } from "./refusal.ts";
import { isUuid } from "./spelling.ts";
import { isStorable } from "./text.ts";

const cursorParts = z.array(z.string()).min(2);

/** The cursor of a row. @param values what `cursorValues` selected for it */
export function writeCursor(sort: Sort, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([sort.text, ...values])).toString("base64url");
}

/** The values of a cursor's row. @throws Refusal 400 `invalid_keyset` for a cursor of another list or sort */
export function readCursor(cursor: string, sort: Sort, parameter: string): readonly string[] {
  const [text, ...values] = parseCursor(cursor) ?? [];
  const isOurs =
    text === sort.text &&
    values.length === sort.keys.length + 1 &&
    isUuid(values.at(-1) ?? "") &&
    sort.keys.every(({ as }, index) => readable[as](values[index] ?? ""));
  if (!isOurs || writeCursor(sort, values) !== cursor) {
    throw invalidQuery("invalid_keyset", parameter, "This cursor does not belong to this list.");
  }
  return values;
}

const readable: Readonly<Record<SortKey["as"], (value: string) => boolean>> = {
  text: () => true,
  moment: isMoment,
  number: (value) => /^-?\d{1,20}(\.\d{1,10})?$/.test(value),
};

function parseCursor(cursor: string): readonly string[] | null {
  try {
    const json = Buffer.from(cursor, "base64url").toString();
    const parsed = cursorParts.safeParse(JSON.parse(json));
    return parsed.success && parsed.data.every(isStorable) ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether a text is a moment as the wire writes it, on a day that exists. */
function isMoment(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const date = new Date(`${text.slice(0, 23)}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 23) === text.slice(0, 23);
}

/** SQL of a row's cursor values: a JSON array of texts. */
export function cursorValues(sort: Sort, id: SQLWrapper): SQL {
  const values = sort.keys.map(({ column, as }) => (as === "moment" ? momentText(column) : sql`${column}::text`));
  return sql`json_build_array(${sql.join([...values, sql`${id}`], sql`, `)})`;
}

/** SQL of the order. @param isBackward for the page before a cursor */
export function orderBy(sort: Sort, id: SQLWrapper, isBackward: boolean): SQL {
  const parts = columnsOf(sort, id).map(({ column, isDescending }) =>
    isDescending === isBackward ? sql`${column} asc` : sql`${column} desc`,
  );
  return sql.join(parts, sql`, `);
}

/** SQL of the rows on one side of a cursor. @param isInclusive whether the cursor's own row is among them */
export function beyond(
  sort: Sort,
  id: SQLWrapper,
  values: readonly string[],
  side: "after" | "before",
  isInclusive = false,
): SQL {
  const columns = columnsOf(sort, id);
  const bounds = columns.map(({ as }, index) => bound(values[index] ?? "", as));
  const sign = (isDescending: boolean) => (isDescending === (side === "before") ? sql`>` : sql`<`);
  const [first, ...others] = columns;
  if (first && others.every(({ isDescending }) => isDescending === first.isDescending)) {
    const names = sql.join(
      columns.map(({ column }) => sql`${column}`),
      sql`, `,
    );
    // One comparison of rows can be answered by walking one index; a chain of ORs, or the negation of one, cannot.
    return sql`(${names}) ${sign(first.isDescending)}${isInclusive ? sql`=` : sql``} (${sql.join(bounds, sql`, `)})`;
  }
  const equals = columns.map(({ column }, index) => sql`${column} = ${bounds[index]}`);
  const alternatives = columns.map(({ column, isDescending }, index) => {
    const differs = sql`${column} ${sign(isDescending)} ${bounds[index]}`;
    return sql`(${sql.join([...equals.slice(0, index), differs], sql` and `)})`;
  });
  if (isInclusive) alternatives.push(sql`(${sql.join(equals, sql` and `)})`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

interface OrderColumn {
  readonly column: SQLWrapper;
  readonly as: SortKey["as"] | "id";
  readonly isDescending: boolean;
}

function columnsOf(sort: Sort, id: SQLWrapper): readonly OrderColumn[] {
  return [...sort.keys, { column: id, as: "id", isDescending: sort.keys.at(-1)?.isDescending ?? false }];
}

const typeOf: Readonly<Record<OrderColumn["as"], string>> = {
  moment: "timestamptz",
  number: "numeric",
  text: "text",
  id: "uuid",
};

function bound(value: string, as: OrderColumn["as"]): SQL {
  return sql`${value}::${sql.raw(typeOf[as])}`;
}
