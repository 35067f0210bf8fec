import { href, redirect } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { identityApiOf, load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/email-sending";
import { resendEmailChange } from "./account.server.ts";

export async function loader() {
  throw redirect(href("/settings/account/email"));
}

/** Sends the emails of a change again. The service limits how many there are, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  setToast(context, await resend(context));
  return redirect(href("/settings/account/email"), 303);
}

/** @returns what became of it */
async function resend(context: Route.ActionArgs["context"]): Promise<string> {
  try {
    await resendEmailChange(identityApiOf(context));
    return "Sent again. Check the inbox of both addresses.";
  } catch (error) {
    if (error instanceof ApiError && error.kind === "busy") return "Too many emails. The newest ones still work.";
    if (error instanceof ApiError && error.kind === "missing") return "There is no change to confirm any more.";
    return load(Promise.reject(error));
  }
}
