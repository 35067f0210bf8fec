import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { messagesPath, threadPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/marks";
import { leadToThread } from "./load-thread.server.ts";
import { markUnread, readThread, settleThread } from "./messages.server.ts";

/**
 * Says of a thread that somebody has seen it up to a message, that it needs no reply, or that one wants to come back to it, each at an
 * address of its own. Idempotent, so it has no submission key.
 */

export async function loader({ params, context }: Route.LoaderArgs) {
  return leadToThread(context, params.clientId);
}

export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const [api, clientId] = [apiOf(context), recordId(params.clientId)];
  if (pattern.endsWith("/unread")) {
    await load(markUnread(api, clientId));
    setToast(context, "Marked as unread.");
    return redirect(messagesPath, 303);
  }
  if (pattern.endsWith("/read")) {
    const number = String((await readFormData(request, context)).get("number"));
    await load(readThread(api, clientId, /^\d{1,15}$/.test(number) ? Number(number) : 0));
  } else {
    await load(settleThread(api, clientId));
    setToast(context, "Marked as needing no reply.");
  }
  return redirect(threadPath(clientId), 303);
}
