import type { Queries } from "../engine/queries.ts";
import type { Language } from "../tables.ts";
import { findAccountByEmail } from "./accounts.ts";
import type { Addressee } from "./mailed-links.ts";
import { findPortalPerson } from "./portal-person.ts";
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
