import { Confirmation, confirmationForm } from "../session/confirmation.tsx";
import { startForm } from "../session/form-start.server.ts";
import { recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import type { Route } from "./+types/comment-removal";
import { removeComment } from "./comments.server.ts";
import { openCommentFor, titleOf } from "./opening.server.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Remove comment · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, comment } = await openCommentFor("remove", context, params);
  return {
    item: { id: found.id, ...titleOf(found) },
    body: comment.body,
    start: await startForm(context, { etag: comment.etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, commentId] = [recordId(params.opportunityId), recordId(params.commentId)];
  const form = await readSubmission(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  return sendForm(context, form, async (key) => {
    await openCommentFor("remove", context, params);
    await removeComment(apiOf(context), commentId, key);
    return { location: opportunityPath(id), toast: "Comment removed." };
  });
}

export default function RemoveComment({ loaderData: { item, body, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage item={item} title="Remove this comment?" crumb="Remove comment" subtitle="The activity keeps it.">
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
