import { href, redirect } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { identityApiOf, load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/email-waiting";
import { resendEmailChange, withdrawEmailChange } from "./account.server.ts";

const emailPath = href("/settings/account/email");

export async function loader() {
  throw redirect(emailPath);
}

/**
 * Sends the emails of a change again, or at the other address withdraws it. The service limits how many there are, and a second
 * withdrawal changes nothing, so neither has a submission key.
 */
export async function action({ pattern, context }: Route.ActionArgs) {
  const isWithdrawal = pattern.endsWith("/withdrawal");
  setToast(context, isWithdrawal ? await withdraw(context) : await resend(context));
  return redirect(emailPath, 303);
}

type Context = Route.ActionArgs["context"];

async function withdraw(context: Context): Promise<string> {
  await load(withdrawEmailChange(identityApiOf(context)));
  return "Withdrawn. Your email stays as it is.";
}

/** @returns what became of it */
async function resend(context: Context): Promise<string> {
  try {
    await resendEmailChange(identityApiOf(context));
    return "Sent again. Check the inbox of both addresses.";
  } catch (error) {
    if (error instanceof ApiError && error.kind === "busy") return "Too many emails. The newest ones still work.";
    if (error instanceof ApiError && error.kind === "missing") return "There is no change to confirm any more.";
    return load(Promise.reject(error));
  }
}
