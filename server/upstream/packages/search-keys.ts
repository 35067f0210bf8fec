import { fold } from "../engine/folding.ts";

/** What can be found of a package, as far as it is the property's own. */
export interface PackageAddress {
  readonly street: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly area: string | null;
  readonly number: number;
  readonly listingAgent: ListingAgent | null;
  readonly schools: readonly { readonly name: string }[];
  readonly houseType?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

interface ListingAgent {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
}

/** Gives the keys that a package is found and sorted by, as they are stored beside it. */
export function packageKeysOf({
  street,
  city,
  state,
  zip,
  area,
  number,
  listingAgent,
  schools,
  ...more
}: PackageAddress) {
  const address = [street, city, state, zip, area].map((part) => fold(part ?? ""));
  const words = [more.houseType ?? "", ...(more.tags ?? []), ...schools.map(({ name }) => name)];
  const names = [listingAgent?.name ?? "", ...words, listingAgent?.email ?? ""].map(fold);
  const phone = (listingAgent?.phoneNumber ?? "").replace(/\D/g, "");
  const around = [...names, phone].filter((part) => part !== "");
  const searchText = [...address, `#${number}`, ...around].join("\n");
  return { streetKey: fold(street), areaKey: fold(area ?? ""), searchText };
}
