import { href } from "react-router";

/** Where the lists and pages of records are, for the links of every room. What one room alone links to stands in that room. */

export const clientsPath = `${href("/clients")}/`;
export const newClientPath = href("/clients/new");

/** Of the question to `newClientPath`: whoever came by it wants to invite the client. */
export const inviting = "invite";

/** The form of a new client who is to be invited. @param query of the list that it stands over, with its "?" */
export function inviteClientPath(query = ""): string {
  return `${newClientPath}${query === "" ? "?" : `${query}&`}${inviting}`;
}

export function clientPath(id: string): string {
  return href("/clients/:id", { id });
}

export const packagesPath = `${href("/packages")}/`;
export const newPackagePath = href("/packages/new");

export function packagePath(packageId: string): string {
  return href("/packages/:packageId", { packageId });
}

/** Table and board are two views of it. */
export const opportunitiesPath = href("/opportunities");
export const newOpportunityPath = href("/opportunities/new");

export function opportunityPath(id: string): string {
  return href("/opportunities/:opportunityId", { opportunityId: id });
}

export const tasksPath = href("/tasks");

export function taskPath(id: string): string {
  return href("/tasks/:taskId", { taskId: id });
}

export const messagesPath = href("/messages");

/** The page of a client's thread. @param packageId the property that one wants to write about */
export function threadPath(clientId: string, packageId: string | null = null): string {
  return (
    href("/messages/:clientId", { clientId }) + (packageId === null ? "" : `?about=${encodeURIComponent(packageId)}`)
  );
}

/** The page of a document. */
export function documentPath(documentId: string): string {
  return href("/documents/:documentId", { documentId });
}

export function inspectionsPath(packageId: string): string {
  return href("/packages/:packageId/inspections", { packageId });
}

export const membersPath = href("/settings/members");

export function memberPath(memberId: string): string {
  return href("/settings/members/:memberId", { memberId });
}

export const importClientsPath = href("/clients/imports/new");

export const calendarPath = href("/calendar");

/** The page where a task about this is added. */
export function newTaskPath(about: { readonly type: string; readonly id: string } | null = null): string {
  return href("/tasks/new") + (about === null ? "" : `?about=${encodeURIComponent(`${about.type}.${about.id}`)}`);
}
