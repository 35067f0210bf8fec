import { data, href, type RouterContextProvider } from "react-router";
import { TimeoutError, timeout } from "remix-utils/promise";
import { type FormAnswer, startForm, type ValidForm } from "../forms/forms.server.ts";
import type { FormNotice } from "../forms/forms.tsx";
import { AlreadySent } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { isLinkLive, type LinkPurpose } from "../session/identity.server.ts";
import { loginPath } from "../session/next-path.ts";
import { anonymousApiOf } from "../session/session.server.ts";

const instead: Record<LinkPurpose, { readonly text: string; readonly link: FormNotice["link"] }> = {
  sign_in: {
    text: "It has expired or was already used. Each link works once, for 15 minutes.",
    link: { href: href("/login/link"), label: "Send a new one" },
  },
  registration: {
    text: "It has expired, or your account is already verified. Sign in, or reset your password.",
    link: { href: loginPath, label: "Login" },
  },
  invitation: {
    text: "It has expired or was already used. If you have an account, sign in; if not, ask for a new invitation.",
    link: { href: loginPath, label: "Login" },
  },
  password_reset: {
    text: "It has expired or was already used. Each link works once, for 60 minutes.",
    link: { href: href("/password/forgotten"), label: "Send a new one" },
  },
};

/** What a page shows in place of the form of a link that no longer works. */
export function usedNotice(purpose: LinkPurpose): FormNotice {
  return { kind: "used", ...instead[purpose] };
}

/** The longest that the page waits for this, in milliseconds: sending the form tells it as well. */
const patience = 1000;

/** What the page of a mailed link shows: its form, or with status 410 the notice that the link no longer works. */
export async function loadMailedLink(context: Readonly<RouterContextProvider>, purpose: LinkPurpose, token: string) {
  const notice = await checkLink(context, purpose, token);
  return data({ start: await startForm(context), notice }, notice === null ? 200 : 410);
}

/**
 * Checks whether a link still works, without using it up: nobody should think of a password in vain.
 * @returns null when it works, and while the service does not say so in time or cannot tell
 */
async function checkLink(
  context: Readonly<RouterContextProvider>,
  purpose: LinkPurpose,
  token: string,
): Promise<FormNotice | null> {
  const check = isLinkLive(anonymousApiOf(context), purpose, token);
  const isLive = await timeout(check, { ms: patience }).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof TimeoutError) return true;
    throw error;
  });
  return isLive ? null : usedNotice(purpose);
}

/** Whether the error says that a mailed link was used already or has expired. */
export function isUsedLink(error: unknown): boolean {
  if (error instanceof AlreadySent) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.kind === "invalid") return "token" in error.fieldErrors || "linkToken" in error.fieldErrors;
  return ["unauthenticated", "missing", "forbidden", "conflict"].includes(error.kind);
}

/** The form of such a link, which says so. */
export function answerUsedLink(form: ValidForm<unknown>, purpose: LinkPurpose): FormAnswer<never> {
  return form.reply<never>({ status: 410, notice: usedNotice(purpose) });
}
