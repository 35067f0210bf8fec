/** In the query of a page of the portal: the client whose portal it is, for whoever takes part in several. */
export const householdName = "household";

/** The address of a page in the portal of a client. @param address a path on this site */
export function inHousehold(address: string, clientId: string): string {
  const url = new URL(address, "http://same.invalid");
  url.searchParams.set(householdName, clientId);
  return url.pathname + url.search + url.hash;
}

/** The client whose portal an address names; null for an address that names none. */
export function householdNamedIn(address: string | null): string | null {
  return address === null ? null : (URL.parse(address, "http://same.invalid")?.searchParams.get(householdName) ?? null);
}
