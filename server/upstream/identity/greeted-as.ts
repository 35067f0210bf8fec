import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { clientPeople, clients } from "../tables.ts";

/** SQL of what an agent calls the client of an address; null for other people of the household, and where nothing was chosen. */
export function greetedAs(clientId: SQLWrapper, emailKey: SQLWrapper): SQL<string | null> {
  return sql`(select called.greeted_as from ${clients} as called where called.id = ${clientId} and called.email_key = ${emailKey}
    and not exists (select from ${clientPeople} as other where other.client_id = called.id and other.email_key = ${emailKey}))`;
}
