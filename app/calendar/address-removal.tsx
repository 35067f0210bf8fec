import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { apiOf, loadOffered } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/address-removal";
import { endAddress, findAddress, keepToken, lacking } from "./calendar-address.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Ends the address of the current user's calendar; again is a no-op. */

export async function loader({ context }: Route.LoaderArgs) {
  const madeAt = await loadOffered(findAddress(apiOf(context)), lacking);
  if (madeAt === null) throw redirect(href("/settings/account/calendar"));
  return { start: await startForm(context, { etag: madeAt }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await endAddress(api, key);
    await keepToken(context, null);
    return { location: href("/settings/account/calendar"), toast: "The address no longer works." };
  });
}

export default function RemoveCalendarAddress({ loaderData: { start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="End the calendar address?"
        subtitle="Calendars that read it get nothing more. You can make another one at any time."
      />
      <Confirmation
        start={start}
        reply={actionData}
        send="End the address"
        look="bad"
        cancel={href("/settings/account/calendar")}
      />
    </>
  );
}
