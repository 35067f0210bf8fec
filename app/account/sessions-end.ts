import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { isUuid } from "../json-api/record.ts";
import { recordIdOrNull } from "../lists/list-state.ts";
import { notFound } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { endListedSession, endOtherSessions } from "../sign-in/own-sessions.server.ts";
import { atPlace } from "../ui/place.ts";
import type { Route } from "./+types/sessions-end";

const sessionsPath = href("/settings/account/sessions");

export async function loader({ params: { sessionId } }: Route.LoaderArgs) {
  if (sessionId !== undefined && !isUuid(sessionId)) throw notFound();
  throw redirect(sessionsPath);
}

/** Ends the session of the address, or all others of the current user. A second time changes nothing, so it has no submission key. */
export async function action({ request, context, params: { sessionId } }: Route.ActionArgs) {
  if (sessionId === undefined) {
    const count = await endOtherSessions(context);
    setToast(context, count === 1 ? "1 other device is signed out." : `${count} other devices are signed out.`);
    return redirect(sessionsPath, 303);
  }
  await endListedSession(context, sessionId);
  const next = (await readFormData(request, context)).get("next");
  setToast(context, "That device is signed out.");
  return redirect(atPlace(sessionsPath, recordIdOrNull(typeof next === "string" ? next : "")), 303);
}
