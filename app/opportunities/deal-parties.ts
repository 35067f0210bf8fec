import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** The client and the property of a deal, as far as whoever works it may see them. */

interface Party {
  /** Null where the record itself is another agent's, and has no page for the current user. */
  readonly id: string | null;
}

export interface DealClient extends Party {
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

export interface DealProperty extends Party {
  readonly street: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly timeZone: string | null;
}

const nobody = { name: "Unknown client", email: null, phoneNumber: null };
const nowhere = { street: "Unknown property", city: null, state: null, zip: null, timeZone: null };

/** The client of a deal. */
export function clientOf({ client, contact }: Pick<FoundOpportunity, "client" | "contact">): DealClient {
  return withId(client) ?? { id: null, ...(contact ?? nobody) };
}

/** The property of a deal. */
export function propertyOf(found: Pick<FoundOpportunity, "package" | "address">): DealProperty {
  return withId(found.package) ?? { id: null, ...(found.address ?? nowhere) };
}

/** Without the id of a record that has no page for the current user. */
function withId<Included extends { readonly id: string; readonly isPartial?: true | undefined }>(
  included: Included | null,
): (Omit<Included, "id"> & Party) | null {
  return included === null ? null : { ...included, id: included.isPartial ? null : included.id };
}

interface Named {
  readonly name: string;
  readonly archivedAt?: string | null;
  readonly isArchived?: boolean | null | undefined;
}

/** What the client of a deal is called; an archived one is said to be. */
export function clientNameOf({
  client,
  contact,
}: {
  readonly client: Named | null;
  readonly contact: Named | null;
}): string {
  const { name, archivedAt = null, isArchived = false }: Named = client ?? contact ?? nobody;
  return archivedAt !== null || isArchived ? `${name} (archived)` : name;
}

interface Placed {
  readonly street: string;
}

/** Where the property of a deal is. */
export function streetOf(deal: { readonly package: Placed | null; readonly address: Placed | null }): string {
  return (deal.package ?? deal.address ?? nowhere).street;
}
