/** Filters that many lists have. Each refuses what it cannot read with 400 `invalid_filter`. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { invalidQuery } from "./refusal.ts";
import { isUuid } from "./spelling.ts";
import type { Filter } from "./table.ts";

/** A filter by the id of a record. @param noun as in "A folder" */
export function filterById(noun: string, condition: (id: string) => SQL): Filter {
  return (value, parameter) => {
    if (!isUuid(value)) throw invalidQuery("invalid_filter", parameter, `${noun} is named by its id.`);
    return condition(value);
  };
}

/** A filter by an id in a column. @param noun as in "A folder" */
export function idFilter(column: PgColumn, noun: string): Filter {
  return filterById(noun, (id) => sql`${column} = ${id}`);
}

/** By "true" and "false". */
export function trueOrFalse(condition: (isTrue: boolean) => SQL): Filter {
  return (value, parameter) => {
    if (value !== "true" && value !== "false") throw invalidQuery("invalid_filter", parameter, "Say true or false.");
    return condition(value === "true");
  };
}
