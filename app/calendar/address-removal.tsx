import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/address-removal";
import { endAddress, findAddress, keepToken } from "./calendar-address.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Ends the address of the current user's calendar; again is a no-op. */

export async function loader({ context }: Route.LoaderArgs) {
  const madeAt = await load(findAddress(apiOf(context)));
  if (madeAt === null) throw redirect(href("/settings/account/calendar"));
  return startConfirmation(context, {
    title: "End the calendar address?",
    subtitle: "Calendars that read it get nothing more. You can make another one at any time.",
    send: "End the address",
    look: "bad",
    cancel: href("/settings/account/calendar"),
    etag: madeAt,
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key }) => {
    await endAddress(api, key);
    await keepToken(context, null);
    return { location: href("/settings/account/calendar"), toast: "The address no longer works." };
  });
}
