/** Tells clients in their thread who their agent is now. */
import { sql } from "drizzle-orm";
import { nameOf } from "../engine/account-name.ts";
import type { WriteContext } from "../engine/history.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { addMessage } from "../messages/add-message.ts";
import { type Language, portalAccess, portalPeople } from "../tables.ts";

/** What a client reads, in their language. */
const words: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `${name} is your agent now. Messages that you send here reach ${name}.`,
  es: (name) => `Ahora su agente es ${name}. Los mensajes que envíe aquí le llegan a ${name}.`,
};

/**
 * Announces the new agent to those of the clients who were invited to the portal: nobody else could read it. Where a household
 * reads in several languages, that of the client's own address counts.
 */
export async function announceAgent(write: WriteContext, clientIds: readonly string[], accountId: string) {
  if (clientIds.length === 0) return;
  const { rows } = await write.database.execute<{ client_id: string; language: Language | null; name: string }>(sql`
    select distinct on (${portalAccess.clientId}) ${portalAccess.clientId} as client_id,
      ${readerLanguage(portalAccess.clientId)} as language,
      ${nameOf(accountId)} as name
    from ${portalAccess} left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
    where ${portalAccess.clientId} in ${[...clientIds]} and not ${portalAccess.isArchived}
    order by ${portalAccess.clientId}, ${portalAccess.clientPersonId} nulls first, ${portalPeople.language} nulls last`);
  for (const { client_id: clientId, language, name } of rows) {
    const body = words[language ?? "en"](name);
    await addMessage(write, { clientId, kind: "announcement", source: "workspace", body });
  }
}
