import { href, type RouterContextProvider } from "react-router";
import { absentOf } from "../json-api/service.ts";
import { upstreamContext } from "../session/context.ts";

/** What the pages of the settings show of the service that knows people, and of the one that keeps the records. */
const wordsOf = {
  identity: {
    [href("/settings/members")]: "accounts/members",
    [href("/settings/billing")]: "billing",
    [href("/settings/security")]: "sign_in_rules",
    [href("/settings/export")]: "workspace_exports",
    [href("/settings/activity")]: "audit_events",
    [href("/settings/portal")]: "portal_settings",
  },
  records: { [href("/settings/notifications")]: "mail_choices", [href("/settings/mail")]: "mail_delivery" },
} as const;

/** The addresses of those settings that the services do not have. */
export function absentSettings(context: Readonly<RouterContextProvider>): string[] {
  const upstream = context.get(upstreamContext);
  return (["identity", "records"] as const).flatMap((one) => absentOf(upstream[one].service, wordsOf[one]));
}
