import { href, redirect } from "react-router";
import { settingsContext } from "../session/context.ts";
import { readVisitorState } from "../session/visitor-state.server.ts";
import { AuthHead } from "../ui/auth-shell.tsx";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/register-complete";

export async function loader({ context }: Route.LoaderArgs) {
  const { registeredEmail } = await readVisitorState(context);
  // Nobody registered in this browser within the last day.
  if (registeredEmail === undefined) throw redirect(href("/register/account"));
  return { email: registeredEmail, hasOutbox: context.get(settingsContext).outbox !== null };
}

export default function RegisterComplete({ loaderData: { email, hasOutbox } }: Route.ComponentProps) {
  return (
    <>
      <AuthHead
        title="Your account setup is complete."
        subtitle={
          <>
            Use the link sent by email to <b>{email}</b> to verify the account. The link works for 7 days.
          </>
        }
      />
      <div className="actions">
        <LinkButton href="mailto:" look="go">
          Open email client
        </LinkButton>
        {hasOutbox ? <LinkButton href={href("/outbox")}>Open outbox</LinkButton> : null}
      </div>
      <p className="muted">
        No email after a few minutes? Check your spam folder or{" "}
        <a href={href("/register/account")}>correct the address</a>.
      </p>
    </>
  );
}
