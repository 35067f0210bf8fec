import { href } from "react-router";
import type { FormInit, FormReply } from "../../forms/forms.tsx";
import { FormStart } from "../../forms/forms.tsx";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { type ButtonLook, LinkButton, SubmitButton } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { ProofField } from "./proof-field.tsx";
import { changeForm } from "./second-step.ts";

type ChangeFormProps = {
  title: string;
  subtitle: string;
  send: string;
  look?: ButtonLook;
  loaderData: {
    readonly start: FormInit;
    readonly email: string;
    readonly hasPassword: boolean;
    readonly page: string;
  };
  reply: FormReply<never> | undefined;
};

/** A change of two-step sign-in that is on: it takes the password and a code. */
export function ChangeForm({ title, subtitle, send, look = "go", loaderData, reply }: ChangeFormProps) {
  const { start, email, hasPassword, page } = loaderData;
  const [form, fields] = useSchemaForm({ id: "change", schema: changeForm, result: reply?.result });
  return (
    <AuthShell title={title} subtitle={subtitle}>
      <PostForm form={form}>
        <FormStart start={start} reply={reply} />
        <ErrorSummary form={form} />
        <input type="text" className="vh" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        <ProofField hasPassword={hasPassword} page={page} fields={fields} />
        <TextField
          field={fields.code}
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
        />
        <div className="actions">
          <SubmitButton look={look}>{send}</SubmitButton>
          <LinkButton href={href("/settings/account/two-step")}>Cancel</LinkButton>
        </div>
      </PostForm>
    </AuthShell>
  );
}
