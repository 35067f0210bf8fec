import { type RouterContextProvider, redirect } from "react-router";
import { languageOf } from "../client-pages/language.server.ts";
import { problem } from "../client-pages/portal-form.tsx";
import { type NewRequest, sendRequest } from "../contact-requests/contact-requests.server.ts";
import { answerFailure } from "../forms/answer-failure.server.ts";
import type { FormAnswer, ValidForm } from "../forms/forms.server.ts";
import { digestOf, idempotentWrite, StillRunning, uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { loadLanding } from "../landing/landing-of.server.ts";
import type { LandingPage } from "../landing/landing-page.ts";
import { limitAttempts, type TooMany } from "../session/attempts.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf, notFound } from "../session/session.server.ts";
import { answerUnavailable } from "../sign-in/sign-in.server.ts";
import { phoneNotice } from "../ui/phone.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The landing page that a form belongs to. @throws a redirect to the page that asks for a workspace; 404 */
export async function landingOfForm(context: Context, url: URL): Promise<LandingPage> {
  const landing = await loadLanding(context, url);
  if (landing === null) throw redirect("/client-portal");
  return landing;
}

/** What a public form says when it takes no more from its sender's network or address. */
const tooManyRequests: TooMany = () => ({ fieldErrors: { "": [problem("tooManyRequests")] } });

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
  const id = uuidOf([form.start.key, handle, kind, form.content]);
  try {
    const { to } = await idempotentWrite(context.get(requestSessionContext).store.submissions, {
      claim: { owner: "public request", key: id, digest: digestOf([handle, kind]) },
      // The service takes one id once: whatever went wrong may be tried again.
      wasRefused: () => true,
      // What was sent before is answered as it was then, and counts as no further attempt.
      write: async () => {
        await send(context, form, { id, kind, handle });
        return { to: { location: phoneNotice(form.value.phoneNumber) === "" ? location : `${location}&phone=kept` } };
      },
    });
    return redirect(to.location, 303);
  } catch (error) {
    if (error instanceof Limited) return error.answer;
    if (error instanceof StillRunning) return answerFailure(context, form, error);
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "missing") throw notFound();
    if (error.kind === "invalid") return form.reply<never>({ fieldErrors: { "": [problem("other")] } });
    return answerUnavailable(context, form, error);
  }
}

/** Thrown where there were too many attempts. */
class Limited extends Error {
  override readonly name = "Limited";
  readonly answer: FormAnswer<never>;

  constructor(answer: FormAnswer<never>) {
    super("Too many requests from public pages.");
    this.answer = answer;
  }
}

/** @throws Limited, ApiError */
async function send(
  context: Context,
  form: ValidForm<Typed>,
  about: Pick<NewRequest, "id" | "kind" | "handle">,
): Promise<void> {
  const { name, email, phoneNumber, message } = form.value;
  const counted = { kind: "public_request", account: email, workspace: about.handle } as const;
  const attempt = await limitAttempts(context, form, counted, tooManyRequests);
  if ("refused" in attempt) throw new Limited(attempt.refused);
  const { earlier: sentBefore = 0 } = attempt;
  const typed = { name, email, phoneNumber, sentBefore, ...(message !== undefined && { message }) };
  try {
    await sendRequest(anonymousApiOf(context), { ...typed, ...about, language: await languageOf(context) });
  } catch (error) {
    await attempt.uncount();
    if (!(error instanceof ApiError) || error.cause.status !== 429) throw error;
    context.get(requestSessionContext).retryAfterSeconds = 3600;
    throw new Limited(form.reply<never>({ status: 429, ...tooManyRequests(60) }));
  }
}
