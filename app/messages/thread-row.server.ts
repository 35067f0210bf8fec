import type { RouterContextProvider } from "react-router";
import { type Settled, settle } from "../json-api/settle.ts";
import { listQuery, readList } from "../lists/list-state.ts";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import { threadPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import { listState } from "./message-list.ts";
import { type FoundThread, listThreads } from "./messages.server.ts";
import type { ThreadRow } from "./thread-list.tsx";

/** The threads beside the one that is open. */
export interface ThreadsBeside {
  readonly rows: readonly ThreadRow[];
  /** There are more of them, on the page of the list. */
  readonly hasMore: boolean;
}

/** The newest threads that the list shows with what the address of one of them says, for beside that; it can do without. */
export function loadThreadsBeside(
  context: Readonly<RouterContextProvider>,
  parameters: URLSearchParams,
): Promise<Settled<ThreadsBeside>> {
  const state = { ...readList(listState, parameters), page: null };
  const [pictures, { workspace }] = [context.get(picturesContext), agentOf(context)];
  const load = async (api: Parameters<typeof listThreads>[0]) => {
    const { items, page } = await listThreads(api, state, false);
    const query = listQuery(state);
    return { rows: items.map((thread) => rowOf(thread, pictures, workspace.id, query)), hasMore: page.after !== null };
  };
  return settle(apiOf(context), load, logFaults(context));
}

/** A thread as a row of the list. @param query what the list was asked for: the page of the thread asks for the same beside it */
export function rowOf(thread: FoundThread, pictures: Pictures, workspaceId: string, query: string): ThreadRow {
  const { id, clientName, clientPhotoUrl, lastAt, lastKind, lastWords, lastFrom, lastName } = thread;
  return {
    id,
    name: clientName,
    href: threadPath(id) + query,
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
