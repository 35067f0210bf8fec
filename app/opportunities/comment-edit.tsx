import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { loadMentionable } from "../mentions/mentions.server.ts";
import { opportunityPath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/comment-edit";
import { CommentForm, commentForm } from "./comment-form.tsx";
import { type FoundComment, findComment, updateComment } from "./comments.server.ts";
import { loadCommentFor } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const about = { type: "opportunity", id: recordId(params.opportunityId) } as const;
  const [{ item, comment }, colleagues] = await loadBoth(
    loadCommentFor("update", context, params),
    loadMentionable(context, about),
  );
  return { item, colleagues, ...(await startChange(context, comment, typedOf)) };
}

function typedOf({ body }: FoundComment) {
  return { body };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, commentId] = [recordId(params.opportunityId), recordId(params.commentId)];
  return submitForm(
    { request, context },
    commentForm,
    async ({ api, value, ...terms }) => {
      await loadCommentFor("update", context, params);
      await updateComment(api, commentId, value.body, terms);
      return { location: opportunityPath(id), toast: "Comment updated." };
    },
    async (api) => recordVersion(await findComment(api, commentId), typedOf),
  );
}

export default function EditComment({ loaderData: { item, colleagues, ...form }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage item={item} title="Edit comment" subtitle="Your team will see that it was edited.">
      <CommentForm
        {...form}
        reply={actionData}
        colleagues={colleagues}
        send="Save changes"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
