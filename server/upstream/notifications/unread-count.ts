import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { notifications } from "../tables.ts";
import { ownNotifications } from "./notification.ts";

/** Counted up to here: the bar says "99+" then, and takes no longer for having more. */
const most = 100;

/** SQL of how many notifications the current user has not read. */
export function unreadNotificationCount(currentUser: Member): SQL {
  return sql`select count(*)::integer from (select from ${notifications} where ${ownNotifications(currentUser)}
    and not ${notifications.isRead} limit ${sql.raw(String(most))}) unread`;
}
