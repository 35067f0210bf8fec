import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { load, recordId } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/sign-in-end";
import { portalOf } from "./portal.server.ts";
import { endSignIn } from "./portal-records.server.ts";

/** Nothing is shown here: the buttons of the person's page send what is ended. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(`${portalOf(context).base}/me`);
}

/** Ends a sign-in of the person's own. A second time changes nothing, so it has no key. */
export async function action({ context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  await load(endSignIn(api, recordId(params.signInId)));
  setToast(context, textsOf(language).me.ended);
  return redirect(`${base}/me`, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalSignInEnd() {
  return null;
}
