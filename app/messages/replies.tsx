import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/replies";
import { listReplies } from "./replies.server.ts";
import { replyCrumbs } from "./saved-reply.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const replies = await load(listReplies(apiOf(context)));
  return {
    mayAdd: agentOf(context).can("messages.send"),
    replies: replies.map((reply) => ({
      id: reply.id,
      name: reply.name,
      body: reply.body,
      can: { update: allows(reply, "update"), remove: allows(reply, "remove") },
    })),
  };
}

/** The answers that the workspace gives again and again. */
export default function SavedReplies({ loaderData: { mayAdd, replies } }: Route.ComponentProps) {
  const add = mayAdd ? (
    <LinkButton href={href("/messages/replies/new")} look="go">
      New saved reply
    </LinkButton>
  ) : null;
  return (
    <Page narrow>
      <PageHead
        crumbs={replyCrumbs()}
        title="Saved replies"
        subtitle="Answers that everyone in the workspace can add to a message."
      >
        {replies.length === 0 ? null : add}
      </PageHead>
      <Sheet>
        {replies.length === 0 ? (
          <EmptyState action={add}>No saved replies yet.</EmptyState>
        ) : (
          <Rows label="Saved replies">
            {replies.map(({ id, name, body, can }) => (
              <Row key={id}>
                <div>
                  <b>{name}</b>
                  <div className="muted small whitespace-pre-line">{body}</div>
                </div>
                <div className="actions">
                  {can.update ? (
                    <LinkButton
                      href={href("/messages/replies/:replyId/edit", { replyId: id })}
                      aria-label={`Edit ${name}`}
                    >
                      Edit
                    </LinkButton>
                  ) : null}
                  {can.remove ? (
                    <LinkButton
                      href={href("/messages/replies/:replyId/removal", { replyId: id })}
                      look="quiet"
                      aria-label={`Remove ${name}`}
                    >
                      Remove
                    </LinkButton>
                  ) : null}
                </div>
              </Row>
            ))}
          </Rows>
        )}
      </Sheet>
    </Page>
  );
}
