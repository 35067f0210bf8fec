import { type RouterContextProvider, redirect } from "react-router";
import { languageOf } from "../client-pages/language.server.ts";
import { problem } from "../client-pages/portal-form.tsx";
import { type NewRequest, sendRequest } from "../contact-requests/contact-requests.server.ts";
import type { FormAnswer, ValidForm } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { loadLanding } from "../landing/landing-of.server.ts";
import type { LandingPage } from "../landing/landing-page.ts";
import { limitAttempts, tooManyInPortal } from "../session/attempts.server.ts";
import { anonymousApiOf, notFound } from "../session/session.server.ts";
import { answerUnavailable } from "../session/sign-in.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The landing page that a form belongs to. @throws a redirect to the page that asks for a workspace; 404 */
export async function landingOfForm(context: Context, url: URL): Promise<LandingPage> {
  const landing = await loadLanding(context, url);
  if (landing === null) throw redirect("/client-portal");
  return landing;
}

type Typed = Pick<NewRequest, "name" | "email" | "phoneNumber"> & { readonly message?: string };

/**
 * Sends what was typed on a public page, once however often the form is sent.
 * @param location where it leads, the same for everybody
 */
export async function answerRequest(
  context: Context,
  form: ValidForm<Typed>,
  { kind, handle, location }: Pick<NewRequest, "kind" | "handle"> & { readonly location: string },
): Promise<Response | FormAnswer<never>> {
  const { name, email, phoneNumber, message } = form.value;
  const attempt = await limitAttempts(context, form, { kind: "public_request", account: email }, tooManyInPortal);
  if ("refused" in attempt) return attempt.refused;
  const id = uuidOf([form.start.key, handle, kind, form.content]);
  const typed = { name, email, phoneNumber, ...(message !== undefined && { message }) };
  try {
    await sendRequest(anonymousApiOf(context), {
      ...typed,
      ...{ id, handle, kind, language: await languageOf(context) },
    });
  } catch (error) {
    await attempt.uncount();
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "missing") throw notFound();
    if (error.kind === "invalid") return form.reply<never>({ fieldErrors: { "": [problem("other")] } });
    return answerUnavailable(context, form, error);
  }
  return redirect(location, 303);
}
