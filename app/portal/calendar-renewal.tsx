import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/calendar-renewal";
import { keepCalendarToken } from "./calendar-address.server.ts";
import { portalOf } from "./portal.server.ts";
import { renewCalendar } from "./portal-calendar.server.ts";

/** Nothing is shown here: the home page has the button. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(portalOf(context).base);
}

/** Makes an address for the person's calendar. A second time makes another one, which is then the one that is shown: it has no key. */
export async function action({ context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  await keepCalendarToken(context, await load(renewCalendar(api)));
  setToast(context, textsOf(language).own.calendar.renewed);
  return redirect(base, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalCalendarRenewal() {
  return null;
}
