import { sql } from "drizzle-orm";
import { accounts } from "./tables.ts";

/** SQL of a member's full name. */
export function nameOf(accountId: string) {
  return sql`(select concat_ws(' ', ${accounts.firstName}, nullif(${accounts.lastName}, '')) from ${accounts}
    where ${accounts.id} = ${accountId})`;
}
