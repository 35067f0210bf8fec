import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { chooseOwn } from "../notifications/mail-choices.server.ts";
import { readMailChoice } from "../notifications/mail-choices.ts";
import { load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/mail-choice";
import { portalOf } from "./portal.server.ts";

/** Nothing is shown here: the choice stands among the person's details. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(`${portalOf(context).base}/me`);
}

/** Chooses the emails that one gets. A second time changes nothing, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const choice = readMailChoice((await readFormData(request, context)).get("choice"));
  if (choice !== null) {
    await load(chooseOwn(api, choice));
    setToast(context, textsOf(language).mails.saved);
  }
  return redirect(`${base}/me`, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalMailChoice() {
  return null;
}
