import { href, redirect } from "react-router";
import { identityApiOf, load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/email-withdrawal";
import { withdrawEmailChange } from "./account.server.ts";

export async function loader() {
  throw redirect(href("/settings/account/email"));
}

/** Withdraws a change that waits. A second time changes nothing, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  await load(withdrawEmailChange(identityApiOf(context)));
  setToast(context, "Withdrawn. Your email stays as it is.");
  return redirect(href("/settings/account/email"), 303);
}
