import { href } from "react-router";
import { topicLabels } from "../activity/activity-list.ts";
import { dayOrNull, type ListState, recordIdOrNull } from "../lists/list-state.ts";

export const auditLogPath = href("/settings/activity");
export const auditExportPath = href("/settings/activity/export.csv");

/** What events of the audit log are about, by the service's names. */
export const auditTopicLabels: Readonly<Record<string, string>> = {
  access: "Sign-ins",
  ...topicLabels,
  messages: "Messages",
  portal: "Client portal",
};

export const listState = {
  /** The account of the person who did it. */
  person: recordIdOrNull,
  kind: (text: string) => (Object.hasOwn(auditTopicLabels, text) ? text : null),
  /** Days of the workspace's calendar, both included. */
  from: dayOrNull,
  until: dayOrNull,
};
export type AuditListState = ListState<typeof listState>;
