import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import { givenMoment } from "../engine/dates.ts";
import type { Queries } from "../engine/queries.ts";
import { changeRoute, findRoute, listRoute } from "../engine/table-routes.ts";
import { nextVersion } from "../engine/writing.ts";
import { notification, notificationList, ownNotifications } from "./notification.ts";
import { notifications } from "./tables.ts";

/** What the current user is told. Reading happens when the person opens one by a click, and never because of a fetch. */
export const notificationRoutes: readonly Route[] = [
  listRoute(notification, notificationList, "What the current user is told, newest first"),
  findRoute(notification, "Something that the current user is told"),
  changeRoute(notification, {
    summary: "Mark a notification as read; a second time changes nothing",
    method: "POST",
    below: "/reading",
    needs: "read",
    run: ({ database, record, now }) => markRead(database, sql`${notifications.id} = ${record.id}`, now),
  }),
  action({
    method: "POST",
    path: "/notification_readings",
    summary: "Mark all notifications up to a moment as read: what came later was not on the page",
    access: "workspace",
    input: { type: "notification_reading", attributes: z.object({ until: givenMoment("Say up to when.") }) },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { until }, now }) {
      const isMeant = sql`${ownNotifications(currentUser)} and ${notifications.insertedAt} <= ${until}::timestamptz`;
      await markRead(database, isMeant, now);
      return nothing;
    },
  }),
];

async function markRead(database: Queries, isMeant: ReturnType<typeof sql>, now: Date): Promise<void> {
  await database
    .update(notifications)
    .set({ ...nextVersion(notifications), readAt: now.toISOString() })
    .where(sql`${isMeant} and ${notifications.readAt} is null`);
}

/**
 * Marks what somebody was told about a thread of messages as read, when they read the thread.
 * @param joinKey as the notifications were given it
 */
export async function readJoined(database: Queries, accountId: string, joinKey: string, now: Date): Promise<void> {
  await markRead(
    database,
    sql`${notifications.accountId} = ${accountId} and ${notifications.joinKey} = ${joinKey}`,
    now,
  );
}
