import { type SQLWrapper, sql } from "drizzle-orm";
import { accounts } from "../tables.ts";

/** SQL of a person's full name, where `accounts` is among the tables. */
export const fullName = sql<string>`concat_ws(' ', ${accounts.firstName}, nullif(${accounts.lastName}, ''))`;

/** SQL of the full name of an account; null where there is none. */
export function nameOf(accountId: string | SQLWrapper) {
  return sql`(select ${fullName} from ${accounts} where ${accounts.id} = ${accountId})`;
}
