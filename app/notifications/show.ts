import { type RouterContextProvider, redirect } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { isPageOnly } from "../session/asked-by-person.server.ts";
import { agentOf, apiOf, currentUserOf, load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/show";
import { notificationsPath } from "./notification-list.ts";
import { findNotificationPath, openNotification } from "./notifications.server.ts";

/**
 * Leads from a notification on a device to what it is about. Only that device knows the address, so opening it is a click, and marks the
 * notification as read.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const open = isPageOnly(request) ? openNotification : findNotificationPath;
  const opening = open(apiOf(context), recordId(params.notificationId));
  const path = await load(opening.catch((error: unknown) => sayElsewhere(context, error)));
  throw redirect(path ?? notificationsPath);
}

/** It may be of another workspace of theirs. @throws anything else */
function sayElsewhere(context: Readonly<RouterContextProvider>, error: unknown): null {
  const isMissing = error instanceof ApiError && error.kind === "missing";
  if (!isMissing || currentUserOf(context).workspaces.length < 2) throw error;
  const { name } = agentOf(context).workspace;
  setToast(context, `That notification isn't in ${name}. Switch to its workspace to see it.`);
  return null;
}
