import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/reply-remove";
import { repliesPath } from "./message-list.ts";
import { loadReplyFor, removeReply } from "./replies.server.ts";
import { replyCrumbs } from "./saved-reply.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { name, etag } = await loadReplyFor("remove", context, params.replyId);
  const title = "Remove this saved reply?";
  return startConfirmation(context, {
    crumbs: replyCrumbs(title),
    title,
    subtitle: `${name}. Messages that were sent stay as they are.`,
    send: "Remove saved reply",
    look: "bad",
    cancel: repliesPath,
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.replyId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    await removeReply(api, id, { key, etag });
    return { location: repliesPath, toast: "Saved reply removed." };
  });
}
