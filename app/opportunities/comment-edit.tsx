import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/comment-edit";
import { CommentForm, commentForm } from "./comment-form.tsx";
import { findComment, updateComment } from "./comments.server.ts";
import { loadCommentFor, titleOf } from "./load-opportunity.server.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, comment } = await loadCommentFor("update", context, params);
  const typed = { body: comment.body };
  return {
    item: { id: found.id, ...titleOf(found) },
    typed,
    start: await startForm(context, { etag: comment.etag, typed }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, commentId] = [recordId(params.opportunityId), recordId(params.commentId)];
  const form = await readForm(request, commentForm, context);
  if (!form.isValid) return form.answer;
  await loadCommentFor("update", context, params);
  const api = apiOf(context);
  return writeForm(
    context,
    form,
    async ({ key }) => {
      await updateComment(api, commentId, form.value.body, { key, etag: form.version });
      return { location: opportunityPath(id), toast: "Comment changed." };
    },
    async () => {
      const { etag, body } = await findComment(api, commentId);
      return { etag, typed: { body } };
    },
  );
}

export default function EditComment({ loaderData: { item, typed, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage item={item} title="Edit comment" subtitle="Your colleagues see that it was edited.">
      <CommentForm
        start={start}
        reply={actionData}
        initial={typed}
        send="Save changes"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
