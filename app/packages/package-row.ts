import { allows } from "../json-api/resource.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { cityLine } from "../ui/city-line.ts";
import { type DueOffer, formatDueOffer } from "./offer-deadline.ts";
import type { FoundPackage } from "./packages.server.ts";

/** A property as a row of the list. */
export interface PackageRow {
  readonly id: string;
  readonly number: number | null;
  readonly street: string;
  readonly place: string;
  /** A path on our own server. */
  readonly photo: string | null;
  /** The first client with an opportunity for it, and how many more there are; of one that is sold the buyer alone. */
  readonly client: { readonly name: string; readonly email: string | null; readonly picture: string | null } | null;
  readonly moreClients: number;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly sqft: number | null;
  readonly schools: readonly string[];
  readonly area: string | null;
  readonly listPrice: { readonly amount: string; readonly currency: string } | null;
  readonly compValue: {
    readonly amount: string;
    readonly currency: string;
    readonly isOverride: boolean;
    readonly count: number;
  } | null;
  readonly agent: string | null;
  readonly offerDue: DueOffer | null;
  /** Whether somebody has bought it: nothing is due then. */
  readonly isSold: boolean;
  readonly canUpdate: boolean;
  /** How well it fits the client whom the list names, and why; null where it names none. */
  readonly fit: string | null;
}

/** What the list shows of a property, besides how well it fits. */
export function rowOf(found: FoundPackage, pictures: Pictures, workspaceId: string): Omit<PackageRow, "fit"> {
  const { id, number, street, beds, baths, sqft, area, listPrice, compValue, clients } = found;
  const pictureOf = (source: string | null) => (source === null ? null : pictures.pathOf(source, 200, workspaceId));
  const [client] = clients;
  const isSold = found.isForSale === false;
  return {
    id,
    number,
    street,
    place: cityLine(found),
    photo: pictureOf(found.photoUrl),
    client: client ? { name: client.name, email: client.email, picture: pictureOf(client.profileImageUrl) } : null,
    moreClients: isSold ? 0 : Math.max(0, clients.length - 1),
    beds,
    baths,
    sqft,
    schools: found.schools.map(({ name }) => name),
    area,
    listPrice,
    compValue: compValue && {
      amount: compValue.amount,
      currency: compValue.currency,
      count: compValue.count ?? 0,
      isOverride: compValue.source === "override",
    },
    agent: found.assignedAccountName ?? null,
    offerDue: formatDueOffer(found, new Date()),
    isSold,
    canUpdate: allows(found, "update"),
  };
}
