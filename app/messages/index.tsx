import { isWhole, listQuery, readList, shownPage } from "../lists/list-state.ts";
import { noticeOf } from "../lists/load-list.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { messagesPath } from "../record-paths.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { PageTitle } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import type { Route } from "./+types/index";
import { Mailbox } from "./mailbox.tsx";
import { listState, newMessagePath } from "./message-list.ts";
import { listThreads } from "./messages.server.ts";
import { ThreadList } from "./thread-list.tsx";
import { rowOf } from "./thread-row.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const state = readList(listState, url.searchParams);
  const found = await load(listThreads(apiOf(context), state));
  const pictures = context.get(picturesContext);
  return {
    ...shownPage(messagesPath, state, found),
    notice: noticeOf(found),
    rows: found.items.map((thread) => rowOf(thread, pictures, agent.workspace.id, listQuery(state))),
    maySend: agent.can("messages.send"),
  };
}

/** The threads of messages with clients, of which none is open. */
export default function Messages({ loaderData }: Route.ComponentProps) {
  const { state, rows, foot, isFirstInstead, notice, maySend } = loaderData;
  const none = isWhole(state) ? (
    <EmptyState action={maySend ? <LinkButton href={newMessagePath}>Write the first message</LinkButton> : null}>
      No messages yet. Clients read them in their portal.
    </EmptyState>
  ) : (
    <EmptyState>No results.</EmptyState>
  );
  const list = (
    <>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      {notice === null ? null : <Notice>{notice}</Notice>}
      {rows.length === 0 ? none : <ThreadList rows={rows} openId={null} />}
      <FootOfPages {...foot} />
    </>
  );
  return (
    <Mailbox heading={<h1 className="text-2">Messages</h1>} state={state} maySend={maySend} list={list} isOpen={false}>
      <PageTitle>Messages</PageTitle>
      {maySend ? (
        <EmptyState
          action={
            <LinkButton href={newMessagePath} look="go">
              New message
            </LinkButton>
          }
        >
          Choose a conversation, or write to a client.
        </EmptyState>
      ) : (
        <EmptyState>Choose a conversation.</EmptyState>
      )}
    </Mailbox>
  );
}
