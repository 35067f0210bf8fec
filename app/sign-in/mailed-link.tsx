import type { ReactNode } from "react";
import { type FormInit, type FormNotice, type FormReply, FormStart, WholeNotice } from "../forms/forms.tsx";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { newPasswordForm, newPasswordHint } from "./credentials.ts";

type MailedLinkProps = {
  title: string;
  subtitle: string;
  below?: ReactNode;
  loaderData: { start: FormInit; notice: FormNotice | null };
  reply: FormReply | undefined;
  children: ReactNode;
};

/** The page of a mailed link: its form, or the notice that the link no longer works. The action's answer wins. */
export function MailedLink({ title, subtitle, below, loaderData, reply, children }: MailedLinkProps) {
  const latest = reply === undefined ? loaderData.notice : reply.notice;
  const used = latest?.kind === "used" ? latest : null;
  return (
    <AuthShell title={title} subtitle={used === null ? subtitle : undefined} below={below}>
      {used === null ? children : <WholeNotice notice={used} />}
    </AuthShell>
  );
}

type NewPasswordProps = Omit<MailedLinkProps, "children"> & { button: string };

/** The page of a mailed link on which a password is chosen. */
export function NewPassword({ button, ...page }: NewPasswordProps) {
  const { loaderData, reply } = page;
  const [form, fields] = useSchemaForm({ id: "password", schema: newPasswordForm, result: reply?.result });
  return (
    <MailedLink {...page}>
      <PostForm form={form}>
        <FormStart start={loaderData.start} reply={reply} />
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
    </MailedLink>
  );
}
