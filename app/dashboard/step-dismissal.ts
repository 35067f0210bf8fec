import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/step-dismissal";
import { putStepAway } from "./dashboard.server.ts";
import { firstSteps } from "./first-steps.ts";

/** Nothing is shown here: the buttons of the first steps send which one is put away. */
export async function loader() {
  throw redirect(href("/dashboard"));
}

/** Puts a step away for the current user. A second time changes nothing, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  const step = (await readFormData(request, context)).get("step");
  if (firstSteps.some(({ key }) => key === step)) await load(putStepAway(apiOf(context), String(step)));
  return redirect(href("/dashboard"), 303);
}
