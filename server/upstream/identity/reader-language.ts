import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { clients, portalAccess, portalPeople } from "../tables.ts";

const languageOfClient = (clientId: SQLWrapper): SQL =>
  sql`(select spoken.language from ${clients} as spoken where spoken.id = ${clientId})`;

/** SQL of the language in which a person of a client reads, beside `portal_people`: their own choice, or the agent's. */
export const readerLanguage = (clientId: SQLWrapper): SQL =>
  sql`coalesce(${portalPeople.language}, ${languageOfClient(clientId)})`;

/** SQL of the language that a client's people chose: the client's own choice first. */
export const ownLanguage = (clientId: SQLWrapper): SQL => sql`(select reader.language from ${portalAccess} as entered
  join ${portalPeople} as reader on reader.email = entered.email and reader.language is not null
  where entered.client_id = ${clientId} and entered.accepted_at is not null
  order by entered.client_person_id nulls first limit 1)`;
