import { data, redirect } from "react-router";
import { readFormData } from "../../forms/forms.server.ts";
import { loginPath, pathOnSite } from "../../session/next-path.ts";
import { requestSessionContext } from "../../session/request-session.server.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/start";
import { NotSignedIn, openIdFailed } from "./not-signed-in.tsx";
import { keepVisit, providerOf } from "./openid.server.ts";
import { OpenIdFailure } from "./openid.ts";

/** Opening the address begins nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(requestSessionContext).request.method !== "POST") throw redirect(loginPath);
  return null;
}

/** Begins a visit. Each begins anew, so it has no submission key. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const provider = providerOf(context);
  await readFormData(request, context);
  const { name } = provider;
  const next = pathOnSite(url.searchParams.get("next"));
  try {
    const { address, checks } = await provider.begin();
    await keepVisit(context, { checks, next, isLinking: url.searchParams.has("link") });
    return { name, next, address, failure: null };
  } catch (error) {
    if (!(error instanceof OpenIdFailure)) throw error;
    const { sentence, status } = openIdFailed(error.kind, name);
    return data({ name, next, address: null, failure: sentence }, { status });
  }
}

/**
 * The page refreshes itself instead of a redirect: Chromium holds every redirect that follows a form against the content policy, and
 * where a provider sends people on to is known to nobody beforehand.
 */
export default function Start({ actionData }: Route.ComponentProps) {
  if (actionData === undefined) return null;
  const { name, next, address, failure } = actionData;
  if (address === null) return <NotSignedIn name={name} next={next} sentence={failure} />;
  return (
    <AuthShell title={`Continue to ${name}`} subtitle="You're on your way there to sign in.">
      <meta httpEquiv="refresh" content={`0;url=${address}`} />
      <div className="actions">
        <LinkButton href={address} look="go">
          Go on
        </LinkButton>
      </div>
    </AuthShell>
  );
}
