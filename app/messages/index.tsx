import { withGuess } from "../lists/lacking.server.ts";
import { ListPage } from "../lists/list-page.tsx";
import { isWhole, readList, shownPage, usedFilters } from "../lists/list-state.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, loadOffered } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { labelIn } from "../ui/options.tsx";
import { Sheet } from "../ui/page.tsx";
import { SearchBox, SelectFilter } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { listPath, listState, newMessagePath, repliesPath } from "./message-list.ts";
import { lacking, listThreads } from "./messages.server.ts";
import { rowOf } from "./thread-row.server.ts";
import { ThreadTable } from "./thread-table.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const state = readList(listState, url.searchParams);
  const found = await loadOffered(listThreads(apiOf(context), state), lacking);
  const pictures = context.get(picturesContext);
  return {
    ...shownPage(listPath, state, found),
    lacking: withGuess({ features: [], sentence: null }, found).sentence,
    rows: found.items.map((thread) => rowOf(thread, pictures, agent.workspace.id)),
    maySend: agent.can("messages.send"),
  };
}

const which = [
  { value: "", label: "All messages" },
  { value: "unread", label: "Unread" },
  { value: "needs_reply", label: "Needs reply" },
];
const whose = [
  { value: "", label: "All clients" },
  { value: "true", label: "My clients" },
];

/** The threads of messages with clients. */
export default function Messages({ loaderData }: Route.ComponentProps) {
  const { state, rows, foot, isFirstInstead, lacking, maySend } = loaderData;
  return (
    <ListPage
      path={listPath}
      title="Messages"
      subtitle="What you and your clients say to each other"
      actions={
        <div className="actions">
          <LinkButton href={repliesPath} look="quiet">
            Saved replies
          </LinkButton>
          {maySend ? (
            <LinkButton href={newMessagePath} look="go">
              New message
            </LinkButton>
          ) : null}
        </div>
      }
      label="Search and filter messages"
      search={<SearchBox name="q" label="Search messages" placeholder="Search messages" value={state.q} />}
      used={usedFilters(listPath, state, { show: labelIn(which, state.show), mine: labelIn(whose, "true") })}
      filters={
        <>
          <SelectFilter name="show" label="Which messages" options={which} value={state.show ?? ""} />
          <SelectFilter name="mine" label="Whose clients" options={whose} value={state.mine ? "true" : ""} />
        </>
      }
      isFirstInstead={isFirstInstead}
      lacking={lacking}
      columns={4}
    >
      {rows.length === 0 && isWhole(state) ? (
        <Sheet>
          <EmptyState action={maySend ? <LinkButton href={newMessagePath}>Write the first message</LinkButton> : null}>
            No messages yet. Clients read them in their portal.
          </EmptyState>
        </Sheet>
      ) : (
        <ThreadTable rows={rows} foot={foot} />
      )}
    </ListPage>
  );
}
