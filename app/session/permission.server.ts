import { data, type RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { agentOf } from "./session.server.ts";

/**
 * The record, when the current user may do this to it.
 * @param action a word of the record's `can`
 * @param sentence what is told to those who may not
 * @throws 403
 */
export function permitted<Found extends Parameters<typeof allows>[0]>(
  record: Found,
  action: string,
  sentence: string,
): Found {
  if (!allows(record, action)) throw refused(sentence);
  return record;
}

/**
 * Lets only those go on who may do this in their workspace.
 * @param permission as in "clients.create"
 * @param sentence what is told to all others
 * @throws 403
 */
export function requirePermission(
  context: Readonly<RouterContextProvider>,
  permission: string,
  sentence: string,
): void {
  if (!agentOf(context).can(permission)) throw refused(sentence);
}

function refused(sentence: string) {
  return data(sentence, { status: 403 });
}
