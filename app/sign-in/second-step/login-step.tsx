import { href } from "react-router";
import { startForm } from "../../forms/forms.server.ts";
import { FormStart } from "../../forms/forms.tsx";
import { loginPath, withNext } from "../../session/next-path.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { CheckboxField, TextField } from "../../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { appCodeForm } from "../credentials.ts";
import { KeepDeviceBox } from "../keep-device-box.tsx";
import { signInAction } from "../sign-in.server.ts";
import { loadWaiting } from "../waiting-sign-in.server.ts";
import type { Route } from "./+types/login-step";

/** The second step of signing in, by the app. Reached only after a first step that was right. */

export const handle = { form: "create" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email, mayTrustBrowser } = await loadWaiting(context);
  return { start: await startForm(context), email, mayTrustBrowser, next: url.searchParams.get("next") };
}

export async function action(args: Route.ActionArgs) {
  return signInAction("app_code", args);
}

export default function LoginStep({ loaderData, actionData }: Route.ComponentProps) {
  const { start, email, mayTrustBrowser, next } = loaderData;
  const [form, fields] = useSchemaForm({ id: "step", schema: appCodeForm, result: actionData?.result });
  return (
    <AuthShell
      title="Enter your code"
      subtitle={
        <>
          Open the authenticator app on your phone and enter the code for <b>{email}</b>.
        </>
      }
      below={
        <>
          <a href={withNext(href("/login/second-step/recovery"), next)}>Use a recovery code</a> or{" "}
          <a href={withNext(loginPath, next)}>sign in as someone else</a>
        </>
      }
    >
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.code} label="Code" autoComplete="one-time-code" inputMode="numeric" autoFocus />
        {mayTrustBrowser ? (
          <CheckboxField
            field={fields.trust}
            label="Trust this browser for 30 days"
            hint="You won't be asked for a code here. Only on a device of your own."
          />
        ) : null}
        <KeepDeviceBox field={fields.keepDevice} />
        <SubmitButton>Login</SubmitButton>
      </PostForm>
    </AuthShell>
  );
}
