import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { threadPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/read";
import { leadToThread } from "./load-thread.server.ts";
import { readThread } from "./messages.server.ts";

/** Says that somebody has seen a thread up to a message. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  return leadToThread(context, params.clientId);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  const number = String((await readFormData(request, context)).get("number"));
  await load(readThread(apiOf(context), clientId, /^\d{1,15}$/.test(number) ? Number(number) : 0));
  return redirect(threadPath(clientId), 303);
}
