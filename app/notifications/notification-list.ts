import { href } from "react-router";
import { flag, type ListState } from "../lists/list-state.ts";

/** Links of notifications, and the state of their list. Apart from `notification.ts`, whose schemas a list does not load. */

export const notificationsPath = href("/notifications");
export const readAllPath = href("/notifications/reading");

export const listState = { unread: flag };
export type NotificationListState = ListState<typeof listState>;
