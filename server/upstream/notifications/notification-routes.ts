import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import { givenMoment } from "../engine/dates.ts";
import { changeRoute, findRoute, listRoute } from "../engine/table-routes.ts";
import { notifications } from "../tables.ts";
import { notification, notificationList, ownNotifications } from "./notification.ts";
import { markRead } from "./reading.ts";

/** What the current user is told. Reading happens when the person opens one by a click, and never because of a fetch. */
export const notificationRoutes: readonly Route[] = [
  listRoute(notification, notificationList, "What the current user is told, newest first"),
  findRoute(notification, "Something that the current user is told"),
  changeRoute(notification, {
    summary: "Mark a notification as read; a second time changes nothing",
    method: "POST",
    below: "/reading",
    needs: "read",
    run: ({ database, record }) => markRead(database, sql`${notifications.id} = ${record.id}`),
  }),
  action({
    method: "POST",
    path: "/notification_readings",
    summary: "Mark all notifications up to a moment as read: what came later was not on the page",
    access: "workspace",
    input: { type: "notification_reading", attributes: z.object({ until: givenMoment("Say up to when.") }) },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { until } }) {
      const isMeant = sql`${ownNotifications(currentUser)} and ${notifications.insertedAt} <= ${until}::timestamptz`;
      await markRead(database, isMeant);
      return nothing;
    },
  }),
];
