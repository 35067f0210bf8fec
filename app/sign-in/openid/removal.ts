import { redirect } from "react-router";
import { identityApiOf, load } from "../../session/session.server.ts";
import { setToast } from "../../session/toast.server.ts";
import type { Route } from "./+types/removal";
import { linkedAccountPath, unlinkIdentity } from "./openid.server.ts";

export async function loader() {
  throw redirect(linkedAccountPath);
}

/** Unlinks the current user's account. A second time changes nothing, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  await load(unlinkIdentity(identityApiOf(context)));
  setToast(context, "Unlinked. Your password and emailed links go on working.");
  return redirect(linkedAccountPath, 303);
}
