import type { ReactNode } from "react";
import type { FormNotice, FormReply, FormStart as Start } from "../forms/form-reply.ts";
import { FormStart, WholeNotice } from "../forms/form-start.tsx";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { newPasswordForm, newPasswordHint } from "./credentials.ts";
import { usedNotice } from "./used-link.ts";

type NewPasswordProps = {
  title: string;
  subtitle: string;
  button: string;
  below?: ReactNode;
  start: Start;
  /** What the page knew of its link when it was opened. */
  notice: FormNotice | null;
  reply: FormReply | undefined;
};

/** The page behind a mailed link on which a password is chosen: the first one, or another one. */
export function NewPassword({ title, subtitle, button, below, start, notice, reply }: NewPasswordProps) {
  const [form, fields] = useSchemaForm({ id: "password", schema: newPasswordForm, result: reply?.result });
  const used = usedNotice(notice, reply);
  return (
    <AuthShell title={title} subtitle={used === null ? subtitle : undefined} below={below}>
      {used === null ? (
        <PostForm form={form}>
          <FormStart start={start} reply={reply} />
          <ErrorSummary form={form} />
          <TextField
            field={fields.password}
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={newPasswordHint}
          />
          <SubmitButton>{button}</SubmitButton>
        </PostForm>
      ) : (
        <WholeNotice notice={used} />
      )}
    </AuthShell>
  );
}
