import { startForm, submitForm } from "../forms/forms.server.ts";
import { apiOf, requireOffered, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/reply-new";
import { repliesPath } from "./message-list.ts";
import { addReply } from "./replies.server.ts";
import { ReplyForm } from "./reply-form.tsx";
import { ReplyPage } from "./reply-page.tsx";
import { replyForm } from "./saved-reply.ts";

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  const back = { label: "Back to saved replies", href: repliesPath };
  requirePermission(context, "messages.send", "add saved replies", back);
  requireOffered(apiOf(context), "saved_replies");
  return { start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context }, replyForm, async ({ api, value, key }) => {
    await addReply(api, value, key);
    return { location: repliesPath, toast: "Saved reply added." };
  });
}

export default function NewSavedReply({ loaderData: { start }, actionData }: Route.ComponentProps) {
  return (
    <ReplyPage title="New saved reply" subtitle="Everyone in the workspace can use it.">
      <ReplyForm start={start} reply={actionData} initial={{ name: "", body: "" }} send="Add saved reply" />
    </ReplyPage>
  );
}
