import type { RouterContextProvider } from "react-router";
import type { FormNotice } from "../forms/form-reply.ts";
import type { FormAnswer, ValidForm } from "../forms/read-form.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { isLinkLive, type LinkPurpose } from "./identity.server.ts";
import { anonymousApiOf } from "./session.server.ts";

/** Links that were mailed and do not work any more. */

const instead: Record<LinkPurpose, { readonly text: string; readonly link: FormNotice["link"] }> = {
  sign_in: {
    text: "It has expired, or it was used already: each link works once, for 15 minutes.",
    link: { href: "/login/link", label: "Send a new one" },
  },
  registration: {
    text: "It has expired, or the account is verified already: then sign in, or ask for a new password.",
    link: { href: "/login/", label: "Login" },
  },
  password_reset: {
    text: "It has expired, or it was used already: each link works once, for 60 minutes.",
    link: { href: "/password/forgotten", label: "Send a new one" },
  },
};

/** What is said of such a link, and what to do instead. */
function usedNotice(purpose: LinkPurpose): FormNotice {
  return { kind: "used", ...instead[purpose] };
}

/** How long somebody waits to hear that, in milliseconds: the form tells it as well. */
const patience = 1000;

/**
 * Looks whether a link still works, without using it up: nobody should think of a password for nothing.
 * @returns null when it works, and while the service does not say so in time or knows no such question
 */
export async function lookAtLink(
  context: Readonly<RouterContextProvider>,
  purpose: LinkPurpose,
  token: string,
): Promise<FormNotice | null> {
  const unsaid = new Promise<true>((resolve) => setTimeout(resolve, patience, true).unref());
  const said = isLinkLive(anonymousApiOf(context), purpose, token).catch((error: unknown) => {
    if (error instanceof ApiError) return true;
    throw error;
  });
  return (await Promise.race([said, unsaid])) ? null : usedNotice(purpose);
}

/** The answer to a form of such a link. */
export function answerUsed(form: ValidForm<unknown>, purpose: LinkPurpose): FormAnswer<never> {
  return form.reply<never>({ status: 410, notice: usedNotice(purpose) });
}
