import { href, redirect, redirectDocument } from "react-router";
import { isListedId, openListedForm } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/waiting-open";

export async function loader({ params: { formId } }: Route.LoaderArgs) {
  if (!isListedId(formId)) throw notFound();
  throw redirect(href("/waiting"));
}

/** To the page of a form that was kept, filled in. Again leads there again, so it has no submission key. */
export async function action({ context, params: { formId } }: Route.ActionArgs) {
  const path = await openListedForm(context.get(requestSessionContext), currentUserOf(context).person.id, formId);
  if (path === null) throw notFound();
  return redirectDocument(path, 303);
}
