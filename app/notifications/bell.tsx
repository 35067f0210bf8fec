import { href, useLocation } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { withinSection } from "../ui/tabs.tsx";
import { Count } from "../ui/tag.tsx";

/** Not out of the list's file, which leads to schemas that no page loads for its bar. */
const notificationsPath = href("/notifications");

/** The way to the notifications in the bar, with how many are unread. */
export function NotificationBell({ unread }: { unread: number }) {
  const isCurrent = withinSection(useLocation().pathname, notificationsPath);
  return (
    <a className="to bell" href={notificationsPath} aria-current={isCurrent ? "page" : undefined}>
      <Icon name="bell" />
      <span className="vh">Notifications</span>
      <Count hot value={unread} what="unread" />
    </a>
  );
}
