import { href } from "react-router";

/** The copy of a client's data. @param personId of somebody of the household, to have theirs instead */
export function copyPath(clientId: string, personId?: string): string {
  return `${href("/clients/:id/copy.zip", { id: clientId })}${personId === undefined ? "" : `?person=${encodeURIComponent(personId)}`}`;
}
