/** What the resources around an opportunity have in common. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Attribute, computed } from "../engine/attribute.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import type { Filter } from "../engine/table.ts";

/** A day without a time, as "2030-03-01"; null when there is none. */
export function day(column: PgColumn): Attribute {
  return computed(sql`to_char(${column}, 'YYYY-MM-DD')`, z.iso.date().nullable());
}

/** The filter by the opportunity that something belongs to. */
export function ofOpportunity(column: SQL): Filter {
  return (value, parameter) => {
    if (!isUuid(value)) throw invalidQuery("invalid_filter", parameter, "An opportunity is named by its id.");
    return sql`${column} = ${value}`;
  };
}
