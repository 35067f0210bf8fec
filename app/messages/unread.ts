import { redirect } from "react-router";
import { messagesPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/unread";
import { leadToThread } from "./load-thread.server.ts";
import { markUnread } from "./messages.server.ts";

/** Marks a thread as unread, to come back to it. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  return leadToThread(context, params.clientId);
}

export async function action({ params, context }: Route.ActionArgs) {
  await load(markUnread(apiOf(context), recordId(params.clientId)));
  setToast(context, "Marked as unread.");
  return redirect(messagesPath, 303);
}
