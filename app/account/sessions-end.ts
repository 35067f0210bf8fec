import { href, redirect } from "react-router";
import { setToast } from "../session/toast.server.ts";
import { endOtherSessions } from "../sign-in/own-sessions.server.ts";
import type { Route } from "./+types/sessions-end";

export async function loader() {
  throw redirect(href("/settings/account/sessions"));
}

/** Ends all other sessions of the current user. A second time changes nothing, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  const count = await endOtherSessions(context);
  setToast(context, count === 1 ? "1 other device is signed out." : `${count} other devices are signed out.`);
  return redirect(href("/settings/account/sessions"), 303);
}
