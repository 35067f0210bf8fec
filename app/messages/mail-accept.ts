import { redirect } from "react-router";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/mail-accept";
import { decide } from "./inbound-mails.server.ts";
import { loadThread } from "./load-thread.server.ts";
import { threadPath } from "./message-list.ts";

/** Accepts a reply by email. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  recordId(params.mailId);
  throw redirect(threadPath((await loadThread(context, params.clientId)).id));
}

export async function action({ params, context }: Route.ActionArgs) {
  return decide(context, "acceptance", params);
}
