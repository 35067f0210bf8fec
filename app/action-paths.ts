import { href } from "react-router";
import { joinIdsInQuery } from "./json-api/id-list.ts";

/** Where something is done to records: sharing, calls, answers, changes of several, the trash. Apart from their pages, which most rooms link to. */

/** In that page's address: the properties, or the clients, that are ticked to begin with. */
export const chosenPackages = "packages";
export const chosenClients = "clients";

/** The page that shares properties with a client. @param packageIds that are ticked there to begin with */
export function sharePackagesPath(clientId: string, packageIds: readonly string[] = []): string {
  const path = href("/clients/:id/shares", { id: clientId });
  return packageIds.length === 0 ? path : `${path}?${chosenPackages}=${joinIdsInQuery(packageIds)}`;
}

/** How many properties are shared at once. */
export const mostPackages = 25;

/** The page that shares a property with clients, who are ticked there to begin with. */
export function shareWithPath(packageId: string, clientIds: readonly string[]): string {
  return `${href("/packages/:packageId/shares/clients", { packageId })}?${chosenClients}=${joinIdsInQuery(clientIds)}`;
}

/** With how many a property is shared at once. */
export const mostChosen = 20;

export function batchPath(id: string): string {
  return href("/batches/:batchId", { batchId: id });
}

export function batchUndoPath(id: string): string {
  return href("/batches/:batchId/undoing", { batchId: id });
}

/** The page that answers a client's question. @param from "messages" where it leads back there */
export function questionPath(opportunityId: string, id: string, from?: "messages"): string {
  const query = new URLSearchParams({ question: id, ...(from !== undefined && { from }) });
  return `${href("/opportunities/:opportunityId/client-question", { opportunityId })}?${query}`;
}

/** The copy of a client's data. @param personId of somebody of the household, to have theirs instead */
export function copyOfClientPath(clientId: string, personId?: string): string {
  return `${href("/clients/:id/copy.zip", { id: clientId })}${personId === undefined ? "" : `?person=${encodeURIComponent(personId)}`}`;
}

/** The page that asks whether a record goes to the trash. @param kind as the service calls it */
export function trashingPath(kind: "client" | "package" | "opportunity", id: string): string {
  return `${href("/trash/new")}?about=${kind}.${encodeURIComponent(id)}`;
}

/** Where a record in the trash is restored. */
export function restorationPath(id: string): string {
  return `${href("/trash/restoration")}?record=${encodeURIComponent(id)}`;
}

/** The page that logs a call with a client. */
export function clientCallPath(id: string): string {
  return href("/clients/:id/calls/new", { id });
}

/** The page that logs a call about a deal. */
export function dealCallPath(opportunityId: string): string {
  return href("/opportunities/:opportunityId/calls/new", { opportunityId });
}
