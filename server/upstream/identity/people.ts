import { sql } from "drizzle-orm";
import { greetingOf } from "../../../spelling/greeting.ts";
import type { Queries } from "../engine/queries.ts";
import { type Language, portalAccess, portalPeople } from "../tables.ts";
import { findAccountByEmail } from "./accounts.ts";
import { greetedAs } from "./greeted-as.ts";
import type { Addressee } from "./mailed-links.ts";
import { readerLanguage } from "./reader-language.ts";
import type { SessionOwner } from "./sessions.ts";

export interface Person {
  readonly owner: SessionOwner;
  readonly name: string;
  readonly language: Language | null;
}

type FindPerson = (queries: Queries, email: string) => Promise<Person | null>;

/** Links, codes and sessions are alike for both kinds of people. */
const finders: Readonly<Record<Addressee["kind"], FindPerson>> = {
  async account(queries, email) {
    const account = await findAccountByEmail(queries, email);
    return account && { owner: { kind: "account", accountId: account.id }, name: account.firstName, language: null };
  },
  async client(queries, email) {
    const person = await findPortalPerson(queries, email);
    return person && { owner: { kind: "client", email }, ...person };
  },
};

/** The person of an address; null when nobody may sign in by it. */
export function findPerson(queries: Queries, { kind, email }: Addressee): Promise<Person | null> {
  return finders[kind](queries, email);
}

interface PortalPerson {
  readonly name: string;
  readonly language: Language | null;
}

/** The person whom any workspace invited, accepted or not; null once all invitations are revoked. */
async function findPortalPerson(queries: Queries, email: string): Promise<PortalPerson | null> {
  const { rows } = await queries.execute<{ name: string; greeted_as: string | null; language: Language | null }>(sql`
    select ${portalAccess.name}, ${greetedAs(portalAccess.clientId, portalAccess.email)} as greeted_as, ${readerLanguage(portalAccess.clientId)} as language
    from ${portalAccess} left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
    where ${portalAccess.email} = ${email}
    order by ${portalAccess.acceptedAt} desc nulls last, ${portalAccess.invitationId} limit 1`);
  const [row] = rows;
  if (row === undefined) return null;
  const { name, greeted_as, language } = row;
  return { name: greetingOf(name, greeted_as, language ?? "en"), language };
}
