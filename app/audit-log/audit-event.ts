import { href } from "react-router";
import * as z from "zod/mini";
import { type ActivityEntry, activityAttributes, toActivityEntry } from "../activity/activity.ts";
import { topicLabels } from "../activity/activity-list.ts";
import { dayOrNull, type ListState, recordIdOrNull } from "../lists/list-state.ts";

export const auditLogPath = href("/settings/activity");
export const auditExportPath = href("/settings/activity/export.csv");

export const auditTopicLabels: Readonly<Record<string, string>> = {
  access: "Sign-ins",
  ...topicLabels,
  messages: "Messages",
  portal: "Client portal",
};

export const listState = {
  person: recordIdOrNull,
  kind: (text: string) => (Object.hasOwn(auditTopicLabels, text) ? text : null),
  /** Days of the workspace's calendar, both included. */
  from: dayOrNull,
  until: dayOrNull,
};
export type AuditListState = ListState<typeof listState>;

export const auditEventAttributes = {
  ...activityAttributes,
  actorAccountId: z.nullable(z.string()),
  /** The person whom it is about; null for events of records. */
  subjectName: z.nullable(z.string()),
  /** As in "Firefox on Linux"; null where it was not noted. */
  device: z.nullable(z.string()),
  /** The beginning of the address, as in "203.0.113.x". */
  network: z.nullable(z.string()),
};

export interface AuditEvent extends z.output<z.ZodMiniObject<typeof auditEventAttributes>> {
  readonly id: string;
}

/** An event as the log shows it. */
export interface AuditEntry extends ActivityEntry {
  readonly device: string | null;
  readonly network: string | null;
}

/** An event as the log shows it. @param timeZone for times that changed */
export function toAuditEntry(event: AuditEvent, timeZone: string): AuditEntry {
  const { device, network, kind, changes } = event;
  const shown = toActivityEntry(event, timeZone);
  const entry = { ...shown, about: [...memberOf(event), ...shown.about], device, network };
  if (kind !== "account.sign_in_failed") return entry;
  const tries = changes.find(({ field }) => field === "tries")?.after;
  const label = typeof tries === "number" ? `${entry.label}, ${tries} tries within an hour` : entry.label;
  return { ...entry, label, changes: [] };
}

function memberOf({ subjectId, subjectName, actorAccountId }: AuditEvent): AuditEntry["about"] {
  if (subjectId === null || subjectName === null || subjectId === actorAccountId) return [];
  return [{ href: href("/settings/members/:memberId", { memberId: subjectId }), label: subjectName }];
}
