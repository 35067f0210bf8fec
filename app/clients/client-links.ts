import { href } from "react-router";

/** Links of clients: their pages and `mailto:`. Apart from `client.ts`, whose schemas a list does not load. */

/** Characters of a phone number, remarks included. */
export const longestPhone = 50;

export const listPath = `${href("/clients")}/`;
export const newClientPath = href("/clients/new");
/** Of the question to `newClientPath`: whoever came by it wants to invite the client. */
export const inviting = "invite";
export const newImportPath = href("/clients/imports/new");

/** The form of a new client who is to be invited. @param query of the list that it stands over, with its "?" */
export function inviteClientPath(query = ""): string {
  return `${newClientPath}${query === "" ? "?" : `${query}&`}${inviting}`;
}

export function clientPath(id: string): string {
  return href("/clients/:id", { id });
}

/** The `mailto:` link (RFC 6068); an address cannot add a header of its own. Null for what is no address. */
export function messageLink(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 1 || !address.isWellFormed()) return null;
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
