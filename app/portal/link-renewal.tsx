import { createHash } from "node:crypto";
import { data, href, redirect } from "react-router";
import { languageOf } from "../client-pages/language.server.ts";
import { readForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { findHandle } from "../landing/landing-of.server.ts";
import { areas } from "../session/area.ts";
import { limitAttempts, tooManyInPortal } from "../session/attempts.server.ts";
import { withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { keepVisitorState } from "../session/visitor-state.server.ts";
import { renewPortalLink } from "../sign-in/portal-identity.server.ts";
import type { Route } from "./+types/link-renewal";

/** Mails a fresh link to wherever a used or expired one went. Which address that is, is said to nobody. */

export async function loader() {
  throw redirect(areas.portal.login);
}

export async function action({ request, context, url, params: { token } }: Route.ActionArgs) {
  const next = url.searchParams.get("next");
  const form = await readForm(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  const counted = `portal link ${createHash("sha256").update(token).digest("base64url")}`;
  const attempt = await limitAttempts(context, form, { kind: "portal_mail", account: counted }, tooManyInPortal);
  if ("refused" in attempt) {
    const { retryAfterSeconds } = context.get(requestSessionContext);
    throw data({ retryAfterSeconds }, { status: 429 });
  }
  try {
    const wish = { language: await languageOf(context), next, handle: await findHandle(context, url) };
    const portalLink = await renewPortalLink(anonymousApiOf(context), token, wish);
    await keepVisitorState(context, { portalLink });
  } catch (error) {
    await attempt.uncount();
    if (error instanceof ApiError) throw data(null, { status: 503 });
    throw error;
  }
  return redirect(withNext(href("/client-portal/login/code"), next), 303);
}

export default function PortalLinkRenewal() {
  return null;
}
