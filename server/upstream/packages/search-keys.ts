import { fold } from "../engine/folding.ts";

/** What can be found of a package, as far as it is the property's own. */
export interface PackageAddress {
  readonly street: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly area: string | null;
  readonly number: number;
}

/** Gives the keys that a package is found and sorted by, as they are stored beside it. */
export function packageKeysOf({ street, city, state, zip, area, number }: PackageAddress) {
  const address = [street, city, state, zip, area].map((part) => fold(part ?? ""));
  return { streetKey: fold(street), areaKey: fold(area ?? ""), searchText: [...address, `#${number}`].join("\n") };
}
