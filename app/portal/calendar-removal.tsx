import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/calendar-removal";
import { keepCalendarToken } from "./calendar-address.server.ts";
import { portalOf } from "./portal.server.ts";
import { endCalendar } from "./portal-calendar.server.ts";

/** Nothing is shown here: the home page has the button. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(portalOf(context).base);
}

/** Ends the address of the person's calendar. A second time changes nothing, so it has no key. */
export async function action({ context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  await load(endCalendar(api));
  await keepCalendarToken(context, null);
  setToast(context, textsOf(language).own.calendar.ended);
  return redirect(base, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalCalendarRemoval() {
  return null;
}
