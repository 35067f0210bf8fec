import { href, redirect } from "react-router";
import { readForm } from "../forms/forms.server.ts";
import { ReplyNotice } from "../forms/forms.tsx";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";
import { AuthHead } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/register-account";
import { accountForm } from "./credentials.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { name = "", email = "", phoneNumber = "" } = await readVisitorState(context);
  return { typed: { name, email, phoneNumber } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, accountForm, context);
  if (!form.isValid) return form.answer;
  await keepVisitorState(context, { ...(await readVisitorState(context)), ...form.value });
  return redirect(href("/register/workspace"), 303);
}

export default function RegisterAccount({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm({
    id: "account",
    schema: accountForm,
    result: actionData?.result,
    initial: loaderData.typed,
  });
  return (
    <>
      <AuthHead title="Create a new account" subtitle="Step 1 of 2: Your details" />
      <PostForm form={form}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.name} label="Name" autoComplete="name" />
        <TextField field={fields.email} label="Email" type="email" autoComplete="email" inputMode="email" />
        <TextField field={fields.phoneNumber} label="Phone number" type="tel" autoComplete="tel" inputMode="tel" />
        <SubmitButton>Next</SubmitButton>
      </PostForm>
    </>
  );
}
