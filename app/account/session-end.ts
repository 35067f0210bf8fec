import { href, redirect } from "react-router";
import { endListedSession } from "../session/own-sessions.server.ts";
import { recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/session-end";

/** Nothing is shown here: the buttons of the list send what is ended. */
export async function loader({ params }: Route.LoaderArgs) {
  recordId(params.sessionId);
  throw redirect(href("/settings/account/sessions"));
}

/** Ends a session of the current user. A second time changes nothing, so it has no submission key. */
export async function action({ context, params }: Route.ActionArgs) {
  await endListedSession(context, recordId(params.sessionId));
  setToast(context, "That device is signed out.");
  return redirect(href("/settings/account/sessions"), 303);
}
