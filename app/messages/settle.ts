import { redirect } from "react-router";
import { threadPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/settle";
import { leadToThread } from "./load-thread.server.ts";
import { settleThread } from "./messages.server.ts";

/** Says that a thread needs no reply. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  return leadToThread(context, params.clientId);
}

export async function action({ params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  await load(settleThread(apiOf(context), clientId));
  setToast(context, "Marked as needing no reply.");
  return redirect(threadPath(clientId), 303);
}
