import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { type Language, portalAccess, portalPeople } from "../tables.ts";
import { splitName } from "./person-name.ts";
import { readerLanguage } from "./reader-language.ts";

/** Someone whom a workspace has invited. */
interface PortalPerson {
  /** First name, by which mails greet them. */
  readonly name: string;
  readonly language: Language | null;
}

/** The person whom any workspace invited at an address, whether they accepted or not; null once all of them revoked it. */
export async function findPortalPerson(queries: Queries, email: string): Promise<PortalPerson | null> {
  const { rows } = await queries.execute<{ name: string; language: Language | null }>(sql`
    select ${portalAccess.name}, ${readerLanguage(portalAccess.clientId)} as language
    from ${portalAccess} left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
    where ${portalAccess.email} = ${email}
    order by ${portalAccess.acceptedAt} desc nulls last limit 1`);
  const [row] = rows;
  return row === undefined ? null : { name: splitName(row.name).firstName, language: row.language };
}
