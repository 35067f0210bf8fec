import { data } from "react-router";
import { allows } from "../json-api/resource.ts";
import { asDescribed, offers, offersWrite } from "../json-api/service.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import type { Upstream } from "./context.ts";

const staff = "Owners, admins, managers and members can.";
const owners = "Only the owner can.";
const admins = "Owners and admins can.";
const editors = "Owners, admins and managers can change it, and so can the person it is assigned to.";

/** Who has a permission that does not depend on a record: the roles of docs/permissions.md. */
export const rolesWith: Readonly<Record<string, string>> = {
  "clients.create": staff,
  "packages.create": staff,
  "opportunities.create": staff,
  "documents.create": staff,
  "tasks.create": staff,
  "batches.create": staff,
  "clients.import": staff,
  "portal.invite": staff,
  "messages.send": staff,
  "activity.view": staff,
  "clients.export": admins,
  "packages.export": admins,
  "opportunities.export": admins,
  "workspace.update": admins,
  "members.manage": admins,
  "workspace.export": admins,
  "workspace.transfer": owners,
  "workspace.delete": owners,
};

/** The calls behind permissions whose names do not say them. */
const callsBehind: Readonly<Record<string, string>> = {
  "clients.import": "client_imports",
  "documents.purge": "trashed_records",
  "messages.send": "message_threads",
  "portal.invite": "portal_invitations",
  "records.own_alone": "dashboard",
  "views.manage": "saved_views",
};

const exported: ReadonlySet<string> = new Set(["clients.export", "packages.export", "opportunities.export"]);

/** The same of the service that knows people. */
const callsOfPeople: Readonly<Record<string, string>> = {
  "members.manage": "accounts/members",
  "workspace.transfer": "workspace_confirmations",
  "workspace.delete": "workspace_confirmations",
};

/** Whether the services have what a permission is for. @param permission as in "clients.create" */
export function isServed({ identity, records: { service } }: Upstream, permission: string): boolean {
  const [list = "", act] = permission.split(".");
  const ofPeople = callsOfPeople[permission];
  if (ofPeople !== undefined) return offers(identity.service, ofPeople);
  const call = callsBehind[permission];
  if (call !== undefined) return offers(service, call);
  // An opportunity is a client's, for a property.
  if (permission === "opportunities.create" && !offers(service, "packages")) return false;
  if (act === "create") return offersWrite(service, list, "create");
  return !exported.has(permission) || offers(service, list);
}

/**
 * The record, when the current user may do this to it.
 * @param action a word of the record's `can`
 * @throws 403 with the refusal; 501 where it is the service that does not do it
 */
export function permitted<Found extends Parameters<typeof allows>[0]>(
  record: Found,
  action: string,
  refusal: PermissionRefusal,
): Found {
  if (!allows(record, action)) throw record.can?.includes(asDescribed) ? notOffered() : refuse(refusal);
  return record;
}

/** What someone is told who may see a record and not change it. @param page the record's own page */
export function viewOnly(noun: string, page: string): PermissionRefusal {
  return {
    refused: `You have view-only access to this ${noun}.`,
    who: editors,
    back: { label: `Back to the ${noun}`, href: page },
  };
}

/** What someone is told who may not delete a record permanently. @param back the trash, or the record while it is not there */
export function noPurge(noun: string, back: PermissionRefusal["back"]): PermissionRefusal {
  return { refused: `You don't have permission to delete this ${noun} permanently.`, who: admins, back };
}

/** The answer to throw for what the service does not have. @param noun as in "documents" */
export function notOffered(noun = "this") {
  return data(`The connected service doesn't have ${noun}. Everything else works.`, { status: 501 });
}

/** The answer to throw when someone may not do what they asked for. */
export function refuse(refusal: PermissionRefusal) {
  return data(refusal, { status: 403 });
}
