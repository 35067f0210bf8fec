import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/comment-remove";
import { removeComment } from "./comments.server.ts";
import { loadCommentFor, titleOf } from "./load-opportunity.server.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, comment } = await loadCommentFor("remove", context, params);
  return {
    item: { id: found.id, ...titleOf(found) },
    body: comment.body,
    start: await startForm(context, { etag: comment.etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, commentId] = [recordId(params.opportunityId), recordId(params.commentId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await loadCommentFor("remove", context, params);
    await removeComment(api, commentId, key);
    return { location: opportunityPath(id), toast: "Comment removed." };
  });
}

export default function RemoveComment({ loaderData: { item, body, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage
      item={item}
      title="Remove this comment?"
      crumb="Remove comment"
      subtitle="It stays in the activity log."
    >
      <blockquote className="sheet pad mb-2 whitespace-pre-line">{body}</blockquote>
      <Confirmation
        start={start}
        reply={actionData}
        send="Remove comment"
        look="bad"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
