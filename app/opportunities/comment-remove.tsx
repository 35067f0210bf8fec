import { confirmed, startForm } from "../forms/forms.server.ts";
import { opportunityPath } from "../record-paths.ts";
import type { Route } from "./+types/comment-remove";
import { removeComment } from "./comments.server.ts";
import { loadCommentFor } from "./load-opportunity.server.ts";
import { OpportunityConfirmation } from "./opportunity-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, comment } = await loadCommentFor("remove", context, params);
  return { item, body: comment.body, start: await startForm(context, { etag: comment.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { item, comment } = await loadCommentFor("remove", context, params);
    await removeComment(api, comment.id, { key, etag });
    return { location: opportunityPath(item.id), toast: "Comment removed." };
  });
}

export default function RemoveComment({ loaderData: { body, ...page }, actionData }: Route.ComponentProps) {
  const title = "Remove this comment?";
  const subtitle = "The deal no longer shows it. It stays in the activity log.";
  const send = "Remove comment";
  return (
    <OpportunityConfirmation {...page} title={title} subtitle={subtitle} reply={actionData} send={send} look="bad">
      <blockquote className="sheet pad mb-2 whitespace-pre-line">{body}</blockquote>
    </OpportunityConfirmation>
  );
}
