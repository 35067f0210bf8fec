import { href, redirect } from "react-router";
import { ReplyNotice } from "../forms/forms.tsx";
import { offers } from "../json-api/service.ts";
import { areas } from "../session/area.ts";
import { settingsContext, upstreamContext } from "../session/context.ts";
import { readNextPath, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { sharedPath } from "../session/shared-path.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/login";
import { passwordSignInForm } from "./credentials.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { findFormerWorkspace } from "./former-address.server.ts";
import { KeepDeviceBox } from "./keep-device-box.tsx";
import { openIdContext } from "./openid/openid.ts";
import { OpenIdButton } from "./openid/openid-button.tsx";
import { whomToAsk } from "./registration.server.ts";
import { isSignedIn, signInAction } from "./sign-in.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const next = url.searchParams.get("next");
  if (await isSignedIn(context)) throw redirect(readNextPath(next));
  const { identity } = context.get(upstreamContext);
  return {
    next,
    former: await findFormerWorkspace(context, next),
    hasParkedForm: context.get(requestSessionContext).readCookie(areas.staff.cookies.parkedForm) !== null,
    demo: context.get(settingsContext).demo ? demoAccounts : null,
    hasOutbox: context.get(settingsContext).outbox !== null,
    whomToAsk: whomToAsk(context),
    provider: context.get(openIdContext)?.name ?? null,
    offers: {
      links: offers(identity.service, "sign_in_links"),
      passwords: offers(identity.service, "password_resets"),
      registration: offers(identity.service, "registrations"),
    },
  };
}

export async function action(args: Route.ActionArgs) {
  return signInAction("password", args);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, former, hasParkedForm, demo, hasOutbox, whomToAsk, provider, offers } = loaderData;
  const [form, fields] = useSchemaForm({ id: "login", schema: passwordSignInForm, result: actionData?.result });
  return (
    <AuthShell
      title="Login to your account"
      below={
        offers.registration ? (
          <>New here? {whomToAsk ?? <a href={href("/register/account")}>Create an account</a>}</>
        ) : undefined
      }
    >
      {hasParkedForm ? (
        <Notice title="Your entries are saved.">
          Your session ended before the form was sent. Sign in to go back to it.
        </Notice>
      ) : null}
      {readNextPath(next) === sharedPath ? (
        <Notice tone="warn" title="Sign in first.">
          Nothing that you shared was kept. Sign in, then share it again from the other app.
        </Notice>
      ) : null}
      <PostForm form={form}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" inputMode="email" />
        <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
        <KeepDeviceBox field={fields.keepDevice} />
        <div className="actions">
          <SubmitButton>Login</SubmitButton>
        </div>
        <div className="actions">
          {offers.links ? <a href={withNext(href("/login/link"), next)}>Email me a sign-in link</a> : null}
          {offers.passwords ? <a href={href("/password/forgotten")}>Forgot password?</a> : null}
        </div>
      </PostForm>
      {former === null ? null : (
        <p className="muted mt-2">
          Looking for {former.name}? <a href={`${href("/client-portal")}?workspace=${former.handle}`}>Go to its page</a>
        </p>
      )}
      {provider === null ? null : <OpenIdButton next={next}>{`Continue with ${provider}`}</OpenIdButton>}
      {demo === null ? null : <DemoAccounts {...demo} hasOutbox={hasOutbox} />}
    </AuthShell>
  );
}

type DemoAccountsProps = { password: string; emails: readonly string[]; hasOutbox: boolean };

function DemoAccounts({ password, emails, hasOutbox }: DemoAccountsProps) {
  return (
    <Notice title="This is a demo.">
      All demo accounts use the password <b>{password}</b>:
      <ul>
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      {hasOutbox ? (
        <>
          Emails appear in the <a href={href("/outbox")}>outbox</a>.
        </>
      ) : (
        "Emails go to these addresses."
      )}
    </Notice>
  );
}
