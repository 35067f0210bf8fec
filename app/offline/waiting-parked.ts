import { data, href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { askedByWorker } from "../session/asked-by-worker.ts";
import { typedFields } from "../session/hidden-fields.ts";
import { pathOnSite } from "../session/next-path.ts";
import { parkFields } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf } from "../session/session.server.ts";
import type { Route } from "./+types/waiting-parked";

/** Where the form's page is, in what the worker sends. */
const pathField = "_parked";

export async function loader() {
  throw redirect(href("/waiting"));
}

/** Takes a form that waits on the device, so that its own page shows it filled in. It stays on the device until it is sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, context);
  const said = form.get(pathField);
  const path = typeof said === "string" ? pathOnSite(said) : null;
  if (askedByWorker(request.headers) !== "park" || path === null) throw data("There is no form here.", { status: 400 });
  const fields = typedFields(form).filter(([name]) => name !== pathField);
  const personId = currentUserOf(context).person.id;
  const isKept = await parkFields(context.get(requestSessionContext), { personId, path, fields });
  if (!isKept) throw data("This form is too long to be shown.", { status: 413 });
  return redirect(path, 303);
}
