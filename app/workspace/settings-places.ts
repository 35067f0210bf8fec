import { href } from "react-router";
import type { CurrentUser } from "../session/current-user.ts";
import type { Tab } from "../ui/tabs.tsx";

/** What one must be permitted to do to open some of the pages. */
const needed = ["billing.manage", "workspace.export", "activity.view", "workspace.update"] as const;
type Permission = (typeof needed)[number];

/** What of that somebody may do. */
export function settingsPermissions({ can }: CurrentUser): Permission[] {
  return needed.filter((permission) => can(permission));
}

interface SettingsPlace extends Tab {
  readonly hint: string;
  /** Undefined where everybody may open it. */
  readonly needs?: Permission;
}

/**
 * The pages of the settings that somebody may open.
 * @param may what they may do of what is needed @param absent addresses of what the services do not have
 */
export function openSettings(
  may: readonly Permission[],
  absent: readonly string[],
): readonly (readonly SettingsPlace[])[] {
  const isOpen = ({ needs, href }: SettingsPlace) =>
    (needs === undefined || may.includes(needs)) && !absent.includes(href);
  return settingsPlaces.map((places) => places.filter(isOpen));
}

const settingsPlaces: readonly (readonly SettingsPlace[])[] = [
  [
    { label: "General", href: href("/settings/general"), hint: "The workspace's name, URL, time zone and logo." },
    { label: "Members", href: href("/settings/members"), hint: "Who works here, and what each may do." },
    {
      label: "Billing",
      href: href("/settings/billing"),
      hint: "Your plan and what it includes.",
      needs: "billing.manage",
    },
    { label: "Security", href: href("/settings/security"), hint: "Whether members sign in with two steps." },
    {
      label: "Export",
      href: href("/settings/export"),
      hint: "Everything in this workspace as one archive, for the owner and admins.",
      needs: "workspace.export",
    },
  ],
  [
    {
      label: "Activity",
      href: href("/settings/activity"),
      hint: "Who did what, when and from where.",
      needs: "activity.view",
    },
    {
      label: "Client portal",
      href: href("/settings/portal"),
      hint: "What clients see on your page and in the portal.",
    },
    {
      label: "Notifications",
      href: href("/settings/notifications"),
      hint: "Which emails you get, and what this device shows.",
    },
    {
      label: "Email delivery",
      href: href("/settings/mail"),
      hint: "Emails of the workspace that have not gone out, for the owner and admins.",
      needs: "workspace.update",
    },
    { label: "Account", href: href("/settings/account"), hint: "Your name, phone number, password and page mode." },
  ],
];
