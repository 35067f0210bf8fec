import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/deletion";
import { askForDeletion } from "./own-data.server.ts";
import { portalOf } from "./portal.server.ts";

/** Nothing is shown here: the person's page has the button. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(`${portalOf(context).base}/me`);
}

/** Asks the agent to delete what is kept of the person. A second time changes nothing, so it has no key. */
export async function action({ context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  await load(askForDeletion(api));
  setToast(context, textsOf(language).own.data.askedNow);
  return redirect(`${base}/me`, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalDeletion() {
  return null;
}
