import { href } from "react-router";

/** Links of a client: the page and `mailto:`. Apart from `client.ts`, whose schemas a list does not load. */

/** Characters of a phone number, remarks included. */
export const longestPhone = 50;

export function clientPath(id: string): string {
  return href("/clients/:id", { id });
}

/** The `mailto:` link (RFC 6068); an address cannot add a header of its own. Null for what is no address. */
export function messageLink(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 1 || !address.isWellFormed()) return null;
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
