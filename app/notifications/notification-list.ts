import { href } from "react-router";
import { flag, type ListState } from "../lists/list-state.ts";

/** The list of notifications. Apart from what a notification is, so that its page loads no schemas. */

export const notificationsPath = href("/notifications");
export const readAllPath = href("/notifications/reading");

export const listState = { unread: flag };
export type NotificationListState = ListState<typeof listState>;
