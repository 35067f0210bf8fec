import { href } from "react-router";
import * as z from "zod/mini";
import { type ActivityEntry, activityAttributes, toActivityEntry } from "../activity/activity.ts";

/** Events of the audit log: those of the activity with from where they were caused, and the sign-ins. */

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

/** The member whom an event is about, unless they did it themselves. */
function memberOf({ subjectId, subjectName, actorAccountId }: AuditEvent): AuditEntry["about"] {
  if (subjectId === null || subjectName === null || subjectId === actorAccountId) return [];
  return [{ href: href("/settings/members/:memberId", { memberId: subjectId }), label: subjectName }];
}
