import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/reply-edit";
import { loadReplyFor } from "./load-reply.server.ts";
import { repliesPath } from "./message-list.ts";
import { type FoundReply, findReply, updateReply } from "./replies.server.ts";
import { ReplyForm } from "./reply-form.tsx";
import { ReplyPage } from "./reply-page.tsx";
import { replyForm } from "./saved-reply.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const shown = recordVersion(await loadReplyFor("update", context, params.replyId), typedOf);
  return { typed: shown.typed, start: await startForm(context, shown) };
}

function typedOf({ name, body }: FoundReply) {
  return { name, body };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.replyId);
  return submitForm(
    { request, context },
    replyForm,
    async ({ api, value, ...terms }) => {
      await updateReply(api, id, value, terms);
      return { location: repliesPath, toast: "Saved reply updated." };
    },
    async (api) => recordVersion(await findReply(api, id), typedOf),
  );
}

export default function EditSavedReply({ loaderData: { typed, start }, actionData }: Route.ComponentProps) {
  return (
    <ReplyPage title="Edit saved reply" subtitle="Messages that were sent stay as they are.">
      <ReplyForm start={start} reply={actionData} initial={typed} send="Save changes" />
    </ReplyPage>
  );
}
