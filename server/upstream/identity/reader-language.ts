import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { clients, portalAccess, portalPeople } from "../tables.ts";

/** SQL of the language that the agent chose for a client, or null. */
const languageOfClient = (clientId: SQLWrapper): SQL =>
  sql`(select spoken.language from ${clients} as spoken where spoken.id = ${clientId})`;

/** SQL of the language in which somebody of a client reads, beside a row of `portal_people`: their own choice, else the agent's. */
export const readerLanguage = (clientId: SQLWrapper): SQL =>
  sql`coalesce(${portalPeople.language}, ${languageOfClient(clientId)})`;

/** SQL of the language that those of a client who use the portal chose themselves: the client's own before the household's. */
export const ownLanguage = (clientId: SQLWrapper): SQL => sql`(select reader.language from ${portalAccess} as entered
  join ${portalPeople} as reader on reader.email = entered.email and reader.language is not null
  where entered.client_id = ${clientId} and entered.accepted_at is not null
  order by entered.client_person_id nulls first limit 1)`;
