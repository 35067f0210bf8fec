import { href } from "react-router";
import { ReplyNotice } from "../forms/forms.tsx";
import { settingsContext } from "../session/context.ts";
import { withNext } from "../session/next-path.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/login-code";
import { codeForm } from "./credentials.ts";
import { KeepDeviceBox } from "./keep-device-box.tsx";
import { signInAction } from "./sign-in.server.ts";
import { findCodeEmail } from "./strategies.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const next = url.searchParams.get("next");
  const email = await findCodeEmail(context);
  return { next, email, hasOutbox: context.get(settingsContext).outbox !== null };
}

export async function action(args: Route.ActionArgs) {
  return signInAction("code", args);
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, hasOutbox } = loaderData;
  const [form, fields] = useSchemaForm({ id: "code", schema: codeForm, result: actionData?.result });
  return (
    <AuthShell
      title="Check your email"
      subtitle={
        <>
          If <b>{email}</b> has an account, we've sent it an email. Follow its link or enter its code. Both work for 15
          minutes.
        </>
      }
      below={<a href={withNext(href("/login/link"), next)}>Send another email or use a different address</a>}
    >
      <PostForm form={form}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.code} label="Code" autoComplete="one-time-code" inputMode="numeric" />
        <KeepDeviceBox field={fields.keepDevice} />
        <div className="actions">
          <SubmitButton>Login</SubmitButton>
          {hasOutbox ? <a href={href("/outbox")}>Open outbox</a> : null}
        </div>
      </PostForm>
    </AuthShell>
  );
}
