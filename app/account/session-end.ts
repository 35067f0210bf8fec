import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { isUuid } from "../json-api/record.ts";
import { recordIdOrNull } from "../lists/list-state.ts";
import { notFound } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { endListedSession } from "../sign-in/own-sessions.server.ts";
import { atPlace } from "../ui/place.ts";
import type { Route } from "./+types/session-end";

export async function loader({ params }: Route.LoaderArgs) {
  if (!isUuid(params.sessionId)) throw notFound();
  throw redirect(href("/settings/account/sessions"));
}

/** Ends a session of the current user. A second time changes nothing, so it has no submission key. */
export async function action({ request, context, params }: Route.ActionArgs) {
  await endListedSession(context, params.sessionId);
  const next = (await readFormData(request, context)).get("next");
  setToast(context, "That device is signed out.");
  const place = recordIdOrNull(typeof next === "string" ? next : "");
  return redirect(atPlace(href("/settings/account/sessions"), place), 303);
}
