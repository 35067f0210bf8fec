import { comparedEmail } from "../../spelling/email-address.ts";
import type { PortalRow } from "../invitations/invitation.ts";
import type { OpenedByPerson } from "../invitations/portal-person.tsx";
import type { ClientPerson } from "./client.ts";

/** Somebody of a client's household, with what is known of them in the portal. */
export interface HouseholdRow {
  readonly key: string;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** Null for the client, and for somebody who has left the household. */
  readonly personId: string | null;
  /** Null where it is not known. */
  readonly portal: PortalRow | null;
  readonly opened: OpenedByPerson["records"];
}

interface Found {
  readonly people: readonly Pick<ClientPerson, "id" | "name" | "email" | "phoneNumber">[];
  readonly portal: readonly PortalRow[];
  readonly openings: readonly OpenedByPerson[];
}

/** Everybody once: who may be in the portal, the people of the household, and who has opened something there. */
export function householdRows({ people, portal, openings }: Found): readonly HouseholdRow[] {
  const openedBy = (email: string | null) => openings.find((person) => isSame(person.email, email))?.records ?? [];
  const personOf = (row: PortalRow) =>
    people.find(({ name, email }) =>
      row.email === null ? email === null && name === row.name : isSame(email, row.email),
    );
  const invited = portal.map((row): HouseholdRow => {
    const { id = null, phoneNumber = null } = personOf(row) ?? {};
    const { name, email } = row;
    return { key: id ?? email ?? name, name, email, phoneNumber, personId: id, portal: row, opened: openedBy(email) };
  });
  const others = people
    .filter(({ id }) => invited.every(({ personId }) => personId !== id))
    .map(
      ({ id, name, email, phoneNumber }): HouseholdRow => ({
        key: id,
        name,
        email,
        phoneNumber,
        personId: id,
        portal: null,
        opened: openedBy(email),
      }),
    );
  const known = [...invited, ...others];
  const gone = openings
    .filter((person) => known.every(({ email }) => !isSame(email, person.email)))
    .map(
      ({ name, email, records }): HouseholdRow => ({
        key: email,
        name,
        email,
        phoneNumber: null,
        personId: null,
        portal: null,
        opened: records,
      }),
    );
  return [...known, ...gone];
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && comparedEmail(one) === comparedEmail(other);
}
