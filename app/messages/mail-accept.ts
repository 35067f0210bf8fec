import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/mail-accept";
import { decide } from "./inbound-mails.server.ts";
import { leadToThread } from "./load-thread.server.ts";

/** Accepts a reply by email. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  recordId(params.mailId);
  return leadToThread(context, params.clientId);
}

export async function action({ params, context }: Route.ActionArgs) {
  return decide(context, "acceptance", params);
}
