import { href, useLocation } from "react-router";
import { withinSection } from "../ui/tabs.tsx";
import { Count } from "../ui/tag.tsx";

/** Not out of the list's file, which leads to schemas that no page loads for its bar. */
const notificationsPath = href("/notifications");

/** The way to the notifications in the bar, with how many are unread. */
export function NotificationBell({ unread }: { unread: number }) {
  const isCurrent = withinSection(useLocation().pathname, notificationsPath);
  return (
    <a className="bell" href={notificationsPath} aria-current={isCurrent ? "page" : undefined}>
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <path d="M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5-1.5 6h12c0-1-1.5-2-1.5-6A4.5 4.5 0 0 0 10 3ZM8.2 16.5a2 2 0 0 0 3.6 0" />
      </svg>
      <span className="vh">Notifications</span>
      <Count value={unread} what="unread" />
    </a>
  );
}
