import { redirect } from "react-router";
import { ReplyNotice } from "../forms/form-start.tsx";
import { readForm } from "../forms/read-form.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/login-code";
import { settingsContext } from "./context.ts";
import { codeForm } from "./credentials.ts";
import { isWrong, signIn } from "./identity.server.ts";
import { readNextPath, withNext } from "./next-path.ts";
import { anonymousApiOf } from "./session.server.ts";
import { answerTrouble, enter, refuseTry } from "./sign-in.server.ts";
import { readVisitorState } from "./visitor-state.server.ts";

export const meta = () => [{ title: "Check your mail · Latchkey" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const next = url.searchParams.get("next");
  const email = await findEmail(context, next);
  return { next, email, hasOutbox: context.get(settingsContext).outbox !== null };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const next = url.searchParams.get("next");
  const email = await findEmail(context, next);
  const form = await readForm(request, codeForm, context);
  if (!form.isValid) return form.answer;
  const refusal = await refuseTry(context, form, email);
  if (refusal !== null) return refusal;
  try {
    const session = await signIn(anonymousApiOf(context), { email, code: form.value.code });
    return await enter(context, session, readNextPath(next));
  } catch (error) {
    const text = "The code is not right, or it has expired. Use the newest mail, or ask for another one.";
    if (isWrong(error)) return form.reply<never>({ fieldErrors: { code: [text] } });
    return answerTrouble(context, form, error);
  }
}

/** The address that the code was mailed to; without one there is no code to enter. */
async function findEmail(context: Route.LoaderArgs["context"], next: string | null): Promise<string> {
  const { signInEmail } = await readVisitorState(context);
  if (signInEmail === undefined) throw redirect(withNext("/login/link", next));
  return signInEmail;
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, hasOutbox } = loaderData;
  const [form, fields] = useSchemaForm({ id: "code", schema: codeForm, result: actionData?.result });
  return (
    <AuthShell
      title="Check your mail"
      subtitle={
        <>
          If <b>{email}</b> belongs to somebody here, a mail is on its way. Follow its link, or enter its code. Both are
          good for 15 minutes.
        </>
      }
      below={<a href={withNext("/login/link", next)}>Send another mail, or use another address</a>}
    >
      <PostForm form={form}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.code} label="Code" autoComplete="one-time-code" inputMode="numeric" />
        <div className="actions">
          <SubmitButton>Login</SubmitButton>
          {hasOutbox ? <a href="/outbox">Open the outbox</a> : null}
        </div>
      </PostForm>
    </AuthShell>
  );
}
