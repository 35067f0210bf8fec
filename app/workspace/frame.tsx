import { href, Outlet } from "react-router";
import { facePath } from "../client-pages/face.tsx";
import { absentOf, offers } from "../json-api/service.ts";
import { LiveMessages } from "../messages/live-messages.tsx";
import { NotificationBell } from "../notifications/bell.tsx";
import { calendarPath } from "../record-paths.ts";
import { PaletteKey } from "../search/palette-key.tsx";
import { searchPath } from "../search/search.ts";
import { settingsContext, upstreamContext } from "../session/context.ts";
import type { Membership } from "../session/current-user.ts";
import { keptOwner } from "../session/kept-device.server.ts";
import { pageModes } from "../session/page-modes.ts";
import { countParkedForms } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { readScriptsChoice } from "../session/scripts-choice.server.ts";
import { presentUserOf } from "../session/session.server.ts";
import { BarSearch } from "../ui/bar-search.tsx";
import { dayIn } from "../ui/date-format.ts";
import { ClockProvider } from "../ui/date-time.tsx";
import { MenuButton, MenuHead, MenuHint, MenuLine, MenuLink } from "../ui/menu.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { Waits } from "../ui/saved-copy.tsx";
import { type BarLink, TopBar } from "../ui/top-bar.tsx";
import type { Route } from "./+types/frame";
import { mayHavePhoto } from "./load-own-photo.server.ts";

export const handle = { skipLink: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { person, workspace, workspaces, counts, can } = await presentUserOf(context);
  const { service } = context.get(upstreamContext).records;
  const timeZone = workspace?.timeZone ?? "UTC";
  return {
    person: { name: person.name, email: person.email, picture: person.photoId ? facePath(person.photoId) : null },
    workspace: workspace && { ...workspace, logo: workspace.logoId ? facePath(workspace.logoId) : null },
    workspaces,
    tasksDue: counts.tasksDue ?? 0,
    threadsUnread: counts.threadsUnread ?? 0,
    unread: counts.notifications,
    hasCalendar: counts.openDeals !== null,
    absent: absentOf(service, wordsOfPlaces),
    hasLog: can("activity.view") && offers(service, "activities"),
    hasPhoto: mayHavePhoto(context, { can }),
    canInvite: can("members.manage"),
    canCreate: context.get(settingsContext).registration === "open",
    timeZone,
    today: dayIn(timeZone),
    mode: readScriptsChoice(context),
    isKept: keptOwner(context) !== null,
    parked: await countParkedForms(context.get(requestSessionContext), person.id),
  };
}

/** Where new messages are told, as they come. */
const eventsPath = href("/messages/events");

/** The lists behind the places of the bar, and behind what it has besides. */
const wordsOfPlaces: Readonly<Record<string, string>> = {
  [href("/packages")]: "packages",
  [href("/opportunities")]: "opportunities",
  [href("/clients")]: "clients",
  [href("/messages")]: "message_threads",
  [href("/documents")]: "documents filter[folder_id]",
  [calendarPath]: "calendar",
  [href("/tasks")]: "tasks filter[assignee_id]",
  [searchPath]: "search",
  [eventsPath]: "message_events",
};

type BarData = { tasksDue: number; threadsUnread: number; hasCalendar: boolean; absent: readonly string[] };

const pagesOf = ({ absent, ...counts }: BarData) => placesOf(counts).filter((place) => !absent.includes(place.href));

const placesOf = ({ tasksDue, threadsUnread, hasCalendar }: Omit<BarData, "absent">): readonly BarLink[] => [
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
    ? [{ label: "Calendar", href: calendarPath, icon: "calendar", isLater: true } satisfies BarLink]
    : []),
  { label: "Tasks", href: href("/tasks"), count: { value: tasksDue, what: "due" }, icon: "task", isLater: true },
];

export default function Frame({ loaderData }: Route.ComponentProps) {
  const { person, workspace, workspaces, unread, hasLog, hasPhoto, canInvite, canCreate, timeZone, today, mode } =
    loaderData;
  const { isKept, parked } = loaderData;
  const has = (place: string) => workspace !== null && !loaderData.absent.includes(place);
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
        search={has(searchPath) ? <BarSearch action={searchPath} label="Search everything" /> : null}
        waits={<Waits isKept={isKept} parked={parked} />}
        news={workspace === null || unread === null ? null : <NotificationBell unread={unread} />}
        account={person}
        accountMenu={<AccountMenu email={person.email} mode={mode} hasPhoto={hasPhoto} />}
      />
      {workspace === null ? null : <PaletteKey scope={`${workspace.id} ${person.email}`} />}
      {workspace !== null && has(eventsPath) ? <LiveMessages workspaceId={workspace.id} /> : null}
      <Outlet />
    </ClockProvider>
  );
}

type WorkspaceSwitcherProps = {
  workspaces: readonly Membership[];
  current: string | null;
  /** Whether the current user may see the activity of the current one. */
  hasLog: boolean;
  /** Whether they may invite colleagues to it. */
  canInvite: boolean;
  /** Whether they may create a workspace. */
  canCreate: boolean;
};

/** The menu of the workspace's name: switch, manage, create. */
function WorkspaceSwitcher({ workspaces, current, hasLog, canInvite, canCreate }: WorkspaceSwitcherProps) {
  return (
    <>
      <MenuHead>Workspaces</MenuHead>
      <PostForm action={href("/workspace/switch")}>
        {workspaces.map(({ id, name }) => (
          <MenuButton key={id} name="workspace" value={id} current={id === current}>
            {name}
          </MenuButton>
        ))}
      </PostForm>
      <MenuLine />
      {hasLog && current !== null ? <MenuLink href={href("/activity")}>Activity</MenuLink> : null}
      {canInvite && current !== null ? <MenuLink href={href("/settings/members")}>Invite team members</MenuLink> : null}
      {current === null ? null : <MenuLink href={href("/settings/general")}>Manage workspace</MenuLink>}
      {canCreate ? <MenuLink href={href("/workspace/join")}>Create workspace</MenuLink> : null}
    </>
  );
}

type AccountMenuProps = {
  email: string;
  /** The page mode that the person chose; null: by their connection. */
  mode: "lite" | "full" | null;
  /** Whether they may upload one. */
  hasPhoto: boolean;
};

/** The menu of the person's name. */
function AccountMenu({ email, mode, hasPhoto }: AccountMenuProps) {
  return (
    <>
      <MenuHead>{email}</MenuHead>
      <MenuLink href={href("/settings/account")}>Your account</MenuLink>
      {hasPhoto ? <MenuLink href={href("/account/photo")}>Your photo</MenuLink> : null}
      <MenuLink href={href("/account/password")}>Change password</MenuLink>
      <MenuLink href={href("/shortcuts")}>Keyboard shortcuts</MenuLink>
      <MenuLine />
      <MenuHead>Page mode</MenuHead>
      <MenuHint>Automatic adapts to your connection. Lite uses less data.</MenuHint>
      <PostForm action={href("/scripts")} reload>
        {pageModes.map(({ value, label }) => (
          <MenuButton key={value} name="mode" value={value} current={value === (mode ?? "auto")}>
            {label}
          </MenuButton>
        ))}
      </PostForm>
      <MenuLine />
      <PostForm action={href("/sign-out")} reload>
        <MenuButton>Sign out</MenuButton>
      </PostForm>
    </>
  );
}
