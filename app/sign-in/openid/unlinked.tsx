import { href, redirect } from "react-router";
import { loginPath, withNext } from "../../session/next-path.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { whomToAsk } from "../registration.server.ts";
import type { Route } from "./+types/unlinked";
import { findNamedVisit, linkedAccountPath, providerOf } from "./openid.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { name } = providerOf(context);
  const visit = await findNamedVisit(context);
  if (visit === null) throw redirect(loginPath);
  return { name, email: visit.identity.email, next: linkedAccountPath, whomToAsk: whomToAsk(context) };
}

export default function Unlinked({ loaderData: { name, email, next, whomToAsk } }: Route.ComponentProps) {
  return (
    <AuthShell
      title="Link your account"
      subtitle={
        <>
          You signed in at {name}
          {email === null ? null : (
            <>
              {" "}
              as <b>{email}</b>
            </>
          )}
          . No account here is linked with that yet.
        </>
      }
      below={<>New here? {whomToAsk ?? <a href={href("/register/account")}>Create an account</a>}</>}
    >
      <p>Sign in once more in the usual way to link your account. From then on, {name} signs you in.</p>
      <div className="actions mt-2">
        <LinkButton href={withNext(loginPath, next)} look="go">
          Sign in with a password
        </LinkButton>
        <LinkButton href={withNext(href("/login/link"), next)}>Email me a sign-in link</LinkButton>
      </div>
    </AuthShell>
  );
}
