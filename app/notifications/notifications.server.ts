import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { notificationAttributes } from "./notification.ts";
import type { NotificationListState } from "./notification-list.ts";
import { pathOfSubject } from "./subject-path.server.ts";

/** The calls about notifications: the only file that names their JSON:API type. */

const notification = resource("notification", notificationAttributes);
export type NotificationRecord = RecordOf<typeof notification>;

export const lacking = "The connected service doesn't offer notifications.";

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
