import { href } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { currentUserOf, identityApiOf, load } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { TextField } from "../ui/fields.tsx";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import type { Route } from "./+types/email";
import { findEmailChange, requestEmailChange } from "./account.server.ts";
import { emailChangeForm } from "./account.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };
export async function loader({ context }: Route.LoaderArgs) {
  const change = await load(findEmailChange(identityApiOf(context)));
  const { email, hasPassword, newEmail, isOldConfirmed, isNewConfirmed, expiresAt } = change;
  const waiting = newEmail === null ? null : { email, newEmail, isOldConfirmed, isNewConfirmed, expiresAt };
  return { email, hasPassword, waiting, start: await startForm(context) };
}

const tooManyPasswords = tooMany("Your email is unchanged.");

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, emailChangeForm, context, { inAnyWorkspace: true });
  if (!form.isValid) return form.answer;
  const { email } = currentUserOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "email_change", account: email }, tooManyPasswords);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async () => {
    await requestEmailChange(identityApiOf(context), form.value);
    await attempt.uncount();
    return { location: href("/settings/account/email"), toast: "Check the inbox of both addresses." };
  });
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, waiting, start } = loaderData;
  if (waiting !== null && actionData === undefined) return <WaitingChange {...waiting} />;
  return (
    <>
      <PageHead
        title="Change email"
        subtitle={`You sign in with ${email}. It changes once you have confirmed it there and at the new address.`}
      />
      <RecordForm
        id="email"
        schema={emailChangeForm}
        start={start}
        reply={actionData}
        send="Send confirmations"
        cancel={href("/settings/account")}
      >
        {(fields) => (
          <>
            <TextField
              field={fields.email}
              label="New email"
              type="email"
              autoComplete="email"
              inputMode="email"
              spellCheck={false}
            />
            {hasPassword ? (
              <TextField
                field={fields.password}
                label="Password"
                type="password"
                autoComplete="current-password"
                hint="The one that you sign in with."
              />
            ) : null}
          </>
        )}
      </RecordForm>
    </>
  );
}

type WaitingChangeProps = {
  email: string;
  newEmail: string;
  isOldConfirmed: boolean;
  isNewConfirmed: boolean;
  expiresAt: string | null;
};

/** A change of one's address that waits for its confirmations. Sending again and withdrawing twice do no harm, so they have no key. */
function WaitingChange({ email, newEmail, isOldConfirmed, isNewConfirmed, expiresAt }: WaitingChangeProps) {
  return (
    <>
      <PageHead
        title="Change email"
        subtitle="Open the link in the email to each address, in any order. Until both are confirmed, you sign in as before."
      />
      <Sheet>
        <Rows label="Addresses">
          <AddressRow label="Present address" email={email} isConfirmed={isOldConfirmed} />
          <AddressRow label="New address" email={newEmail} isConfirmed={isNewConfirmed} />
        </Rows>
      </Sheet>
      <p className="muted">
        It can be confirmed until <DateTime value={expiresAt} form="moment" />.
      </p>
      <div className="actions">
        <PostForm action={href("/settings/account/email/sending")}>
          <SubmitButton look="plain">Send the emails again</SubmitButton>
        </PostForm>
        <PostForm action={href("/settings/account/email/withdrawal")}>
          <SubmitButton look="bad">Withdraw</SubmitButton>
        </PostForm>
        <LinkButton href={href("/settings/account")}>Back to your account</LinkButton>
      </div>
    </>
  );
}

function AddressRow({ label, email, isConfirmed }: { label: string; email: string; isConfirmed: boolean }) {
  return (
    <Row>
      <div>
        <b>{email}</b>
        <div className="muted small">{label}</div>
      </div>
      <State tone={isConfirmed ? "on" : "due"}>{isConfirmed ? "Confirmed" : "Not confirmed yet"}</State>
    </Row>
  );
}
