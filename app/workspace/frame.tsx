import { href, Outlet } from "react-router";
import { facePath } from "../client-pages/face.tsx";
import { readScriptsChoice } from "../entry/scripts-choice.server.ts";
import { LiveMessages } from "../messages/live-messages.tsx";
import { NotificationBell } from "../notifications/bell.tsx";
import { PaletteKey } from "../search/palette-key.tsx";
import { searchPath } from "../search/search.ts";
import { settingsContext } from "../session/context.ts";
import { presentUserOf } from "../session/session.server.ts";
import { BarSearch } from "../ui/bar-search.tsx";
import { dayIn } from "../ui/date-format.ts";
import { ClockProvider } from "../ui/date-time.tsx";
import { type BarLink, TopBar } from "../ui/top-bar.tsx";
import type { Route } from "./+types/frame";
import { AccountMenu, WorkspaceSwitcher } from "./bar-menus.tsx";

/** The bar above every agent page, and the time zone of its workspace. */

export const handle = { skipLink: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { person, workspace, workspaces, counts, can } = await presentUserOf(context);
  const timeZone = workspace?.timeZone ?? "UTC";
  return {
    person: { name: person.name, email: person.email, picture: person.photoId ? facePath(person.photoId) : null },
    workspace,
    workspaces,
    tasksDue: counts.tasksDue ?? 0,
    threadsUnread: counts.threadsUnread ?? 0,
    unread: counts.notifications,
    hasCalendar: counts.openDeals !== null,
    hasLog: can("activity.view"),
    canInvite: can("members.manage"),
    canCreate: context.get(settingsContext).registration === "open",
    timeZone,
    today: dayIn(timeZone),
    mode: readScriptsChoice(context),
  };
}

type BarCounts = { tasksDue: number; threadsUnread: number; hasCalendar: boolean };

/** Only pages that exist. */
const pagesOf = ({ tasksDue, threadsUnread, hasCalendar }: BarCounts): readonly BarLink[] => [
  { label: "Dashboard", href: href("/dashboard"), icon: "dashboard" },
  { label: "Opportunities", href: href("/packages"), icon: "property" },
  { label: "Pipeline", href: href("/opportunities"), icon: "pipeline" },
  { label: "Clients", href: href("/clients"), icon: "client" },
  {
    label: "Messages",
    href: href("/messages"),
    count: { value: threadsUnread, what: "unread", hot: true },
    icon: "message",
  },
  { label: "Documents", href: href("/documents"), icon: "document", isLater: true },
  ...(hasCalendar
    ? [{ label: "Calendar", href: href("/calendar"), icon: "calendar", isLater: true } satisfies BarLink]
    : []),
  { label: "Tasks", href: href("/tasks"), count: { value: tasksDue, what: "due" }, icon: "task", isLater: true },
];

export default function Frame({ loaderData }: Route.ComponentProps) {
  const { person, workspace, workspaces, unread, hasLog, canInvite, canCreate, timeZone, today, mode } = loaderData;
  return (
    <ClockProvider timeZone={timeZone} today={today}>
      <TopBar
        workspace={workspace ?? { name: "Latchkey" }}
        switcher={
          <WorkspaceSwitcher
            workspaces={workspaces}
            current={workspace?.id ?? null}
            hasLog={hasLog}
            canInvite={canInvite}
            canCreate={canCreate}
          />
        }
        links={workspace === null ? [] : pagesOf(loaderData)}
        search={workspace === null ? null : <BarSearch action={searchPath} label="Search everything" />}
        news={workspace === null || unread === null ? null : <NotificationBell unread={unread} />}
        account={person}
        accountMenu={<AccountMenu email={person.email} mode={mode} />}
      />
      {workspace === null ? null : <PaletteKey scope={`${workspace.id} ${person.email}`} />}
      {workspace === null ? null : <LiveMessages workspaceId={workspace.id} />}
      <Outlet />
    </ClockProvider>
  );
}
