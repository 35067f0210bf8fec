import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { listQuery, readList, shownPage } from "../lists/list-state.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { State } from "../ui/tag.tsx";
import { UnknownFilters } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { listState, notificationsPath, readAllPath } from "./notification-list.ts";
import { listNotifications, openNotification } from "./notifications.server.ts";

/** What the agent is told, newest first. Looking at the list reads nothing; a click on one does. */

export async function loader({ url, context }: Route.LoaderArgs) {
  const state = readList(listState, url.searchParams);
  const found = await load(listNotifications(apiOf(context), state));
  const notifications = found.items.map(({ id, title, detail, clientName, packageStreet, insertedAt, readAt }) => ({
    id,
    title,
    detail,
    insertedAt,
    about: [clientName, packageStreet].filter((name) => name !== null && !title.includes(name)).join(" · "),
    isRead: readAt !== null,
  }));
  return { ...shownPage(notificationsPath, state, found), notifications };
}

/** Opens what one is about, and marks it as read. A second time changes nothing, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  const id = (await readFormData(request, context)).get("notification");
  const path = await load(openNotification(apiOf(context), recordId(typeof id === "string" ? id : "")));
  return redirect(path ?? notificationsPath, 303);
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { state, notifications, foot, isFirstInstead } = loaderData;
  const newest = notifications[0];
  const hasUnread = notifications.some(({ isRead }) => !isRead);
  return (
    <Page>
      <PageHead title="Notifications" subtitle="What happened to your clients, deals, documents and tasks">
        <div className="actions">
          {newest === undefined && !state.unread ? null : (
            <LinkButton look="quiet" href={notificationsPath + listQuery({ ...state, unread: !state.unread })}>
              {state.unread ? "Show all" : "Show unread only"}
            </LinkButton>
          )}
          {newest === undefined || !hasUnread ? null : (
            <PostForm action={readAllPath}>
              <input type="hidden" name="until" value={newest.insertedAt} />
              <SubmitButton look="plain">Mark all as read</SubmitButton>
            </PostForm>
          )}
        </div>
      </PageHead>
      <UnknownFilters unknown={state.unknown ?? []} />
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <Sheet>
        {notifications.length === 0 ? (
          <EmptyState>
            {state.unread
              ? "You have read everything."
              : "Nothing yet. You are told here when clients answer, ask or send something, and when something is due."}
          </EmptyState>
        ) : (
          <NotificationRows notifications={notifications} />
        )}
        <FootOfPages {...foot} />
      </Sheet>
    </Page>
  );
}

interface ShownNotification {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  /** Names of its client and property, where the title does not have them. */
  readonly about: string;
  readonly insertedAt: string;
  readonly isRead: boolean;
}

function NotificationRows({ notifications }: { notifications: readonly ShownNotification[] }) {
  return (
    <PostForm action={notificationsPath}>
      <Rows label="Notifications">
        {notifications.map(({ id, title, detail, about, insertedAt, isRead }) => (
          <Row key={id}>
            <div>
              <button type="submit" name="notification" value={id} className="link">
                {isRead ? title : <b>{title}</b>}
              </button>
              {detail === null ? null : <div className="small">{detail}</div>}
              {about === "" ? null : <div className="muted small">{about}</div>}
            </div>
            <span className="muted small">
              {isRead ? null : <State tone="due">New</State>} <DateTime value={insertedAt} form="moment" />
            </span>
          </Row>
        ))}
      </Rows>
    </PostForm>
  );
}
