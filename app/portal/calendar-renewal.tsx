import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/calendar-renewal";
import { keepCalendarToken } from "./calendar-address.server.ts";
import { ConfirmationPage } from "./parts/confirmation-page.tsx";
import { portalOf } from "./portal.server.ts";
import { renewCalendar } from "./portal-calendar.server.ts";

/** Makes an address for the person's calendar; the one before ends. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  return { start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async () => {
    await keepCalendarToken(context, await renewCalendar(api));
    return { location: base, toast: textsOf(language).own.calendar.renewed };
  });
}

export default function PortalCalendarRenewal({ loaderData: { start }, actionData }: Route.ComponentProps) {
  const { title, text, make } = useTexts().own.calendar;
  return <ConfirmationPage title={title} text={text} start={start} reply={actionData} send={make} />;
}
