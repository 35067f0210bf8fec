import { href, redirect } from "react-router";
import * as z from "zod/mini";
import { languageOf } from "../client-pages/language.server.ts";
import { PortalField, PortalFormStart, problem } from "../client-pages/portal-form.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { readForm } from "../forms/forms.server.ts";
import { findHandle } from "../landing/landing-of.server.ts";
import { areas } from "../session/area.ts";
import { limitAttempts, tooManyInPortal } from "../session/attempts.server.ts";
import { settingsContext } from "../session/context.ts";
import { knownDevice } from "../session/known-device.server.ts";
import { readNextPath, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";
import { demoAccounts } from "../sign-in/demo-accounts.ts";
import { requestPortalLink } from "../sign-in/portal-identity.server.ts";
import { answerUnavailable, isSignedIn } from "../sign-in/sign-in.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { email } from "../ui/form-values.ts";
import type { Route } from "./+types/login";

/** Asks for the email that signs in. The answer is the same for every address. */

const loginForm = z.object({ email: email(problem("enterEmail")) });

export async function loader({ context, url }: Route.LoaderArgs) {
  if (await isSignedIn(context)) throw redirect(readNextPath(url.searchParams.get("next"), areas.portal));
  const { portalEmail = "" } = await readVisitorState(context);
  const { demo, outbox } = context.get(settingsContext);
  return { email: portalEmail, isDemo: demo, hasOutbox: outbox !== null };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request, loginForm, context);
  if (!form.isValid) return form.answer;
  const attempt = await limitAttempts(
    context,
    form,
    { kind: "portal_mail", account: form.value.email },
    tooManyInPortal,
  );
  if ("refused" in attempt) return attempt.refused;
  const owner = { kind: "client", email: form.value.email } as const;
  const knownSessionId = knownDevice(context.get(requestSessionContext), owner);
  const next = url.searchParams.get("next");
  const wish = {
    email: form.value.email,
    language: await languageOf(context),
    knownSessionId,
    next,
    handle: await findHandle(context, url),
  };
  try {
    const portalLink = await requestPortalLink(anonymousApiOf(context), wish);
    await keepVisitorState(context, { portalLink, portalEmail: wish.email });
  } catch (error) {
    await attempt.uncount();
    return answerUnavailable(context, form, error);
  }
  return redirect(withNext(href("/client-portal/login/code"), next), 303);
}

export default function PortalLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { login, code } = useTexts();
  const [form, fields] = useSchemaForm({
    id: "login",
    schema: loginForm,
    result: actionData?.result,
    initial: { email: loaderData.email },
  });
  return (
    <PortalShell title={login.title} subtitle={login.subtitle}>
      <PostForm form={form}>
        <PortalFormStart form={form} reply={actionData} />
        <PortalField field={fields.email} label={login.email} type="email" autoComplete="username" inputMode="email" />
        <SubmitButton>{login.send}</SubmitButton>
      </PostForm>
      {loaderData.isDemo ? (
        <p className="note">
          {login.demo(demoAccounts.buyer)}{" "}
          {loaderData.hasOutbox ? (
            <>
              {login.demoOutbox} <a href={href("/outbox")}>{code.outbox}</a>
            </>
          ) : null}
        </p>
      ) : null}
    </PortalShell>
  );
}
