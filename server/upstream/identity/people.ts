import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { type Language, portalAccess, portalPeople } from "../tables.ts";
import { findAccountByEmail } from "./accounts.ts";
import type { Addressee } from "./mailed-links.ts";
import { splitName } from "./person-name.ts";
import { readerLanguage } from "./reader-language.ts";
import type { SessionOwner } from "./sessions.ts";

/** A person who may sign in by mail. */
export interface Person {
  readonly owner: SessionOwner;
  /** How a mail greets them. */
  readonly name: string;
  /** What they chose; null: nothing. */
  readonly language: Language | null;
}

type FindPerson = (queries: Queries, email: string) => Promise<Person | null>;

/** One way of looking up for each kind of person: links, codes and sessions do not care who signs in by them. */
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

/** The person to whom an address belongs; null when no one may sign in by it. */
export function findPerson(queries: Queries, { kind, email }: Addressee): Promise<Person | null> {
  return finders[kind](queries, email);
}

/** Someone whom a workspace has invited. */
interface PortalPerson {
  /** First name, by which mails greet them. */
  readonly name: string;
  readonly language: Language | null;
}

/** The person whom any workspace invited at an address, whether they accepted or not; null once all of them revoked it. */
async function findPortalPerson(queries: Queries, email: string): Promise<PortalPerson | null> {
  const { rows } = await queries.execute<{ name: string; language: Language | null }>(sql`
    select ${portalAccess.name}, ${readerLanguage(portalAccess.clientId)} as language
    from ${portalAccess} left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
    where ${portalAccess.email} = ${email}
    order by ${portalAccess.acceptedAt} desc nulls last limit 1`);
  const [row] = rows;
  return row === undefined ? null : { name: splitName(row.name).firstName, language: row.language };
}
