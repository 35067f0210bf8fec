import type { Pictures } from "../pictures/pictures.ts";
import { threadPath } from "./message-list.ts";
import type { FoundThread } from "./messages.server.ts";
import type { ThreadRow } from "./thread-table.tsx";

/** A thread as a row of the list. */
export function rowOf(thread: FoundThread, pictures: Pictures, workspaceId: string): ThreadRow {
  const { id, clientName, clientPhotoUrl, lastAt, lastKind, lastWords, lastFrom, lastName } = thread;
  return {
    id,
    name: clientName,
    href: threadPath(id),
    picture: clientPhotoUrl === null ? null : pictures.pathOf(clientPhotoUrl, 200, workspaceId),
    words: lastWords,
    // The client's name is in the row already.
    from: lastFrom === "client" ? null : lastName,
    hasNote: lastKind === "note",
    at: lastAt,
    unread: thread.unreadCount,
    needsReply: thread.needsReply,
  };
}
