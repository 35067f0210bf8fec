import { startForm } from "../../forms/forms.server.ts";
import { FormStart } from "../../forms/forms.tsx";
import { secondStepPath, withNext } from "../../session/next-path.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { recoveryCodeForm } from "../credentials.ts";
import { signInAction } from "../sign-in.server.ts";
import { loadWaiting } from "../waiting-sign-in.server.ts";
import type { Route } from "./+types/login-recovery";

export const handle = { form: "create" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { email } = await loadWaiting(context);
  return { start: await startForm(context), email, next: url.searchParams.get("next") };
}

export async function action(args: Route.ActionArgs) {
  return signInAction("recovery_code", args);
}

export default function LoginRecovery({ loaderData, actionData }: Route.ComponentProps) {
  const { start, email, next } = loaderData;
  const [form, fields] = useSchemaForm({ id: "recovery", schema: recoveryCodeForm, result: actionData?.result });
  return (
    <AuthShell
      title="Use a recovery code"
      subtitle={
        <>
          Enter one of the codes that you saved when you set up two-step sign-in for <b>{email}</b>. Each works once.
        </>
      }
      below={
        <>
          <a href={withNext(secondStepPath, next)}>Use your authenticator app</a>. No codes left? Ask an owner or admin
          of your workspace.
        </>
      }
    >
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        <TextField
          field={fields.code}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <SubmitButton>Login</SubmitButton>
      </PostForm>
    </AuthShell>
  );
}
