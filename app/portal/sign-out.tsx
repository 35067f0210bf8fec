import { href, redirect } from "react-router";
import { areas } from "../session/area.ts";
import { endSession } from "../sign-in/sign-in.server.ts";
import type { Route } from "./+types/sign-out";

/** Nothing is shown here: opening the address does not sign out. */
export async function loader() {
  throw redirect(areas.portal.home);
}

/** Ends the session of the portal alone: staff who are signed in in the same browser stay so. Idempotent, so it has no key. */
export async function action({ context }: Route.ActionArgs) {
  await endSession(context);
  return redirect(href("/client-portal/signed-out"), { status: 303, headers: { "Clear-Site-Data": '"cache"' } });
}
