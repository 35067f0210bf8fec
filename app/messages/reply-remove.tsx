import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/reply-remove";
import { loadReplyFor } from "./load-reply.server.ts";
import { repliesPath } from "./message-list.ts";
import { removeReply } from "./replies.server.ts";
import { ReplyPage } from "./reply-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { name, etag } = await loadReplyFor("remove", context, params.replyId);
  return { name, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.replyId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    await removeReply(api, id, { key, etag });
    return { location: repliesPath, toast: "Saved reply removed." };
  });
}

export default function RemoveSavedReply({ loaderData: { name, start }, actionData }: Route.ComponentProps) {
  return (
    <ReplyPage title="Remove this saved reply?" subtitle={`${name}. Messages that were sent stay as they are.`}>
      <Confirmation start={start} reply={actionData} send="Remove saved reply" look="bad" cancel={repliesPath} />
    </ReplyPage>
  );
}
