import * as z from "zod/mini";
import { type Activity, type ActivityEntry, activityAttributes, toActivityEntry } from "../activity/activity.ts";

/** Events of the audit log: those of the activity with from where they were caused, and the sign-ins. */

export const auditEventAttributes = {
  ...activityAttributes,
  /** As in "Firefox on Linux"; null where it was not noted. */
  device: z.nullable(z.string()),
  /** The beginning of the address, as in "203.0.113.x". */
  network: z.nullable(z.string()),
};

export interface AuditEvent extends Activity {
  readonly device: string | null;
  readonly network: string | null;
}

/** An event as the log shows it. */
export interface AuditEntry extends ActivityEntry {
  readonly device: string | null;
  readonly network: string | null;
}

/** An event as the log shows it. @param timeZone for times that changed */
export function toAuditEntry(event: AuditEvent, timeZone: string): AuditEntry {
  const { device, network, kind, changes } = event;
  const entry = { ...toActivityEntry(event, timeZone), device, network };
  if (kind !== "account.sign_in_failed") return entry;
  const tries = changes.find(({ field }) => field === "tries")?.after;
  const label = typeof tries === "number" ? `${entry.label}, ${tries} tries within an hour` : entry.label;
  return { ...entry, label, changes: [] };
}
