import { Avatar } from "../ui/avatar.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Count, State } from "../ui/tag.tsx";

/** A client's thread as a row of the list. */
export interface ThreadRow {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** On our own server. */
  readonly picture: string | null;
  /** The beginning of the newest message; "" where there are only notes, or it was deleted. */
  readonly words: string;
  /** Who of the team wrote it; null where the client did. */
  readonly from: string | null;
  /** A note came after it. */
  readonly hasNote: boolean;
  readonly at: string | null;
  readonly unread: number;
  readonly needsReply: boolean;
}

/** Threads, one below the other. @param openId the client whose thread is open; null: none is */
export function ThreadList({ rows, openId }: { rows: readonly ThreadRow[]; openId: string | null }) {
  return (
    <ul className="threads" aria-label="Conversations">
      {rows.map((row) => (
        <Thread key={row.id} row={row} isOpen={row.id === openId} />
      ))}
    </ul>
  );
}

function Thread({ row, isOpen }: { row: ThreadRow; isOpen: boolean }) {
  const { name, href, picture, words, from, hasNote, at, needsReply } = row;
  const unread = isOpen ? 0 : row.unread;
  return (
    <li className={unread > 0 ? "new" : undefined}>
      <Avatar name={name} picture={picture} />
      <span className="cut min-w-0">
        <a className="row-link block" href={href} title={name} aria-current={isOpen ? "page" : undefined}>
          {name}
        </a>
      </span>
      <span className="small muted">
        <DateTime value={at} />
      </span>
      <span className="cut min-w-0">
        <span className="muted block text-1" dir="auto">
          {hasNote ? "Internal note · " : null}
          {words === "" || from === null ? null : `${from}: `}
          {words}
        </span>
      </span>
      {unread > 0 || needsReply ? (
        <span className="who justify-end">
          <Count value={unread} what="unread" hot />
          {needsReply ? (
            <State tone="due">
              <span className="vh">Needs reply</span>
            </State>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}
