import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/calendar-removal";
import { keepCalendarToken } from "./calendar-address.server.ts";
import { ConfirmationPage } from "./parts/confirmation-page.tsx";
import { portalOf } from "./portal.server.ts";
import { endCalendar } from "./portal-calendar.server.ts";

/** Ends the address of the person's calendar. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  return { start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ key }) => {
    await endCalendar(api, key);
    await keepCalendarToken(context, null);
    return { location: base, toast: textsOf(language).own.calendar.ended };
  });
}

export default function PortalCalendarRemoval({ loaderData: { start }, actionData }: Route.ComponentProps) {
  const { title, endText, end } = useTexts().own.calendar;
  return <ConfirmationPage title={title} text={endText} start={start} reply={actionData} send={end} />;
}
