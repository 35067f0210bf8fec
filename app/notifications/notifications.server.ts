import { href } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import {
  clientPath,
  documentPath,
  inspectionsPath,
  memberPath,
  opportunitiesPath,
  opportunityPath,
  packagePath,
  taskPath,
  threadPath,
} from "../record-paths.ts";
import { notificationAttributes } from "./notification.ts";
import { type NotificationListState, notificationsPath } from "./notification-list.ts";

interface Subject {
  readonly kind: string;
  readonly clientId: string | null;
  readonly packageId: string | null;
  readonly opportunityId: string | null;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
}

function pathOfSubject({ kind, clientId, packageId, opportunityId, subjectType, subjectId }: Subject): string {
  if (subjectType === "message" && clientId !== null) return threadPath(clientId);
  if (subjectType === "task" && subjectId !== null) return taskPath(subjectId);
  if (subjectType === "document" && subjectId !== null) return documentPath(subjectId);
  if (subjectType === "inspection_report" && packageId !== null) return inspectionsPath(packageId);
  if (kind === "link_opened" && packageId !== null) return href("/packages/:packageId/shares", { packageId });
  if (subjectType === "member" && subjectId !== null) return memberPath(subjectId);
  if (subjectType === "workspace") return href("/settings/general");
  if (subjectType === "workspace_export") return href("/settings/export");
  const severalOf = lists[subjectType ?? ""];
  if (severalOf !== undefined) return severalOf;
  if (kind === "records_assigned") return href("/clients");
  if (opportunityId !== null) return opportunityPath(opportunityId);
  if (clientId !== null) return clientPath(clientId);
  return packageId === null ? notificationsPath : packagePath(packageId);
}

const lists: Readonly<Record<string, string>> = {
  several_client: href("/clients"),
  several_package: href("/packages"),
  several_opportunity: opportunitiesPath,
};

const notification = resource("notification", notificationAttributes);
type NotificationRecord = RecordOf<typeof notification>;
/** A page of the current user's own, newest first. @throws ApiError "missing" by a service that has none */
export function listNotifications(api: Api, state: NotificationListState): Promise<FoundPage<NotificationRecord>> {
  const query = { "page[limit]": 15, "page[count]": false, "filter[unread]": state.unread ? "true" : null };
  const failure = "Failed to fetch notifications";
  return findPage(state.page, (cursor) =>
    api.list("/notifications", notification, { query: { ...query, ...cursor }, failure }),
  );
}

/**
 * Marks one as read; a second time changes nothing.
 * @returns the path of what it is about
 * @throws ApiError "missing"
 */
export async function openNotification(api: Api, id: string): Promise<string | null> {
  const failure = "Failed to open the notification";
  const read = await api.act(path`/notifications/${id}/reading`, notification, {}, { failure });
  return read === null ? null : pathOfSubject(read);
}

/** The path of what one is about, which stays unread. @throws ApiError "missing" */
export async function findNotificationPath(api: Api, id: string): Promise<string> {
  const failure = "Failed to find the notification";
  return pathOfSubject(await api.find(path`/notifications/${id}`, notification, { failure }));
}

/** Marks all up to a moment as read. @param until ISO 8601 */
export async function readNotifications(api: Api, until: string): Promise<void> {
  const failure = "Failed to mark the notifications as read";
  await api.act(
    "/notification_readings",
    z.optional(z.looseObject({})),
    { until },
    { type: "notification_reading", failure },
  );
}
