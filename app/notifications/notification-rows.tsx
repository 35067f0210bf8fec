import { DateTime } from "../ui/date-time.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import { notificationsPath } from "./notification-list.ts";

/** A notification as the list shows it. */
interface ShownNotification {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  /** Names of its client and property, where the title does not have them. */
  readonly about: string;
  readonly insertedAt: string;
  readonly isRead: boolean;
}

/** Notifications below each other, each a button that opens what it is about. */
export function NotificationRows({ notifications }: { notifications: readonly ShownNotification[] }) {
  return (
    <PostForm action={notificationsPath}>
      <Rows label="Notifications">
        {notifications.map(({ id, title, detail, about, insertedAt, isRead }) => (
          <Row key={id}>
            <div>
              <button type="submit" name="notification" value={id} className="as-link">
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
